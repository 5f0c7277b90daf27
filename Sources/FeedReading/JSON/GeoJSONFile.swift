package struct GeoJSONFile: Sendable {
    package let encoding: TextEncoding
    package let content: Result<JSONReader.Content, JSONReader.Failure>

    /// The file has a limit of its own, because in a text of brackets each byte takes a dozen bytes
    /// of memory.
    package init(
        _ source: any ByteSource, of archive: FeedArchive
    ) throws(FeedError) {
        let limit = archive.limits.geoJSONBytes
        var bytes: [UInt8] = []
        var encoding = TextEncoding.utf8
        while let chunk = try source.nextChunk() {
            encoding = chunk.encoding
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: chunk.bytes, count: chunk.count))
            guard bytes.count <= limit else {
                throw .limitExceeded(
                    source: archive.sourceDescription, limit: .geoJSONBytes(limit),
                    found: "locations.geojson has at least \(bytes.count) bytes")
            }
        }
        self.encoding = encoding
        content = Result { () throws(JSONReader.Failure) in
            try JSONReader.object(bytes, until: archive.cancellation)
        }
    }
}
