#!/usr/bin/env python3
"""Applies a delta by schema/delta.md alone, for the tests: delta.py DELTA OLD NEW."""

import hashlib
import sys
import zlib


def streams(delta):
    """The bytes of the three streams, unpacked."""
    start = 112
    for offset in (88, 96, 104):
        size = int.from_bytes(delta[offset:offset + 8], "big")
        stream = zlib.decompressobj()
        yield stream.decompress(delta[start:start + size])
        assert stream.eof and not stream.unused_data
        start += size
    assert start == len(delta)


def numbers(pieces):
    """Groups of seven bits, the lowest first; all bytes of a number but the last have bit 7 set."""
    value = shift = 0
    for byte in pieces:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value = shift = 0
    assert shift == 0


def applied(delta, old):
    assert delta[:8] == b"GTFSDLT\1" and int.from_bytes(delta[8:16], "big") == len(old)
    assert hashlib.sha256(old).digest() == delta[24:56]
    pieces, differences, literals = streams(delta)
    number, new, place = numbers(pieces), bytearray(), 0
    while len(new) < int.from_bytes(delta[16:24], "big"):
        count, length = next(number), next(number)
        new, literals = new + literals[:count], literals[count:]
        if length == 0:
            continue
        seek, runs = next(number), next(number)
        place += seek // 2 if seek % 2 == 0 else -(seek + 1) // 2
        copy, changed = bytearray(old[place:place + length]), 0
        place += length
        for _ in range(runs):
            changed += next(number)
            count = next(number)
            for difference in differences[:count]:
                copy[changed] = (copy[changed] + difference) % 256
                changed += 1
            differences = differences[count:]
        new += copy
    assert next(number, None) is None and not differences and not literals
    assert hashlib.sha256(new).digest() == delta[56:88]
    return new


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as delta, open(sys.argv[2], "rb") as old:
        new = applied(delta.read(), old.read())
    with open(sys.argv[3], "wb") as file:
        file.write(new)
