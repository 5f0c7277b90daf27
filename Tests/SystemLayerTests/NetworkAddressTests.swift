import SystemLayer
import Testing

@Suite("Addresses of the internet protocol")
struct NetworkAddressTests {
    @Test(
        "Loopback, private and multicast addresses are not public",
        arguments: [
            "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9",
            "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.168.1.1",
            "198.18.0.1", "224.0.0.1", "255.255.255.255",
            "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1",
            "64:ff9b:1::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "fc00::1", "fd12:3456::1",
            "fe80::1", "febf::1", "fec0::1", "ff02::1",
        ])
    func notPublic(text: String) throws {
        #expect(try !#require(NetworkAddress(text)).isPublic)
    }

    @Test(
        "All others are",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.0.0.1",
            "169.253.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1", "192.167.0.1", "198.20.0.1",
            "223.255.255.255", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101",
            "2002:101:101::1", "2001:db8::1", "fbff::1",
        ])
    func isPublic(text: String) throws {
        #expect(try #require(NetworkAddress(text)).isPublic)
    }

    @Test("Only numeric addresses are read")
    func texts() {
        for text in ["", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", ":::", "12345::"] {
            #expect(NetworkAddress(text) == nil, "\(text)")
        }
        #expect(NetworkAddress("fe80::1")?.description == "fe80:0:0:0:0:0:0:1")
    }
}
