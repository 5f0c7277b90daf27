#!/usr/bin/env python3
"""A second opinion on messages of GTFS Realtime: that of the package gtfs-realtime-bindings.

    parity.py FOLDER                          prints the JSON of each .pb file of the folder, or compares it
    parity.py --random SEED --count N FOLDER  writes random messages there, valid and damaged

Beside NAME.pb there may be NAME.json, which is then compared: the first difference of each is printed, and the exit
code is 1. It is empty when the message was refused; the bindings must refuse it too.

The JSON is that of json_format, with three differences: 64-bit integers are numbers; enumerations keep a number that
the schema does not know, where the bindings drop it; and texts that are not UTF-8 are repaired.
"""

import argparse
import json
import pathlib
import random
import struct
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message, message_factory
from google.protobuf.descriptor import FieldDescriptor as Field
from google.transit import gtfs_realtime_pb2

# Numbers near it have several texts of few digits.
SMALLEST_FLOAT = 2.0**-149
WIDE = {Field.TYPE_INT64, Field.TYPE_UINT64}


def with_numbers():
    """The message type, with all enumerations as plain numbers: these keep what the schema does not know."""
    file = descriptor_pb2.FileDescriptorProto()
    gtfs_realtime_pb2.DESCRIPTOR.CopyToProto(file)

    def visit(kind):
        for field in kind.field:
            if field.type == Field.TYPE_ENUM:
                field.type = Field.TYPE_INT32
                field.ClearField("type_name")
                field.ClearField("default_value")
        for inner in kind.nested_type:
            visit(inner)

    for kind in file.message_type:
        visit(kind)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("transit_realtime.FeedMessage"))


NUMBERS = with_numbers()


def expected(data):
    """The JSON of a message; None when it is refused."""
    parsed, numbers = gtfs_realtime_pb2.FeedMessage(), NUMBERS()
    try:
        parsed.ParseFromString(data)
        numbers.ParseFromString(data)
    except message.DecodeError:
        return None
    return amended(json_format.MessageToDict(parsed, preserving_proto_field_name=True), parsed, numbers)


def amended(value, parsed, numbers):
    for field in parsed.DESCRIPTOR.fields:
        name = field.name
        if field.type == Field.TYPE_ENUM:
            if numbers.HasField(name):
                number = getattr(numbers, name)
                word = field.enum_type.values_by_number.get(number)
                value[name] = word.name if word else number
        elif name not in value:
            continue
        elif field.type in WIDE:
            value[name] = int(value[name])
        elif field.type == Field.TYPE_STRING:
            # The bindings give bytes where a text is not UTF-8.
            repaired = [
                text.decode("utf-8", "replace") if isinstance(text, bytes) else text
                for text in (getattr(parsed, name) if field.is_repeated else [getattr(parsed, name)])
            ]
            value[name] = repaired if field.is_repeated else repaired[0]
        elif field.type == Field.TYPE_MESSAGE and field.is_repeated:
            for inner in zip(value[name], getattr(parsed, name), getattr(numbers, name)):
                amended(*inner)
        elif field.type == Field.TYPE_MESSAGE:
            amended(value[name], getattr(parsed, name), getattr(numbers, name))
    return value


def difference(ours, theirs, place="message"):
    """Where two values differ; None when they do not."""
    if type(ours) is not type(theirs):
        return f"{place}: {ours!r} instead of {theirs!r}"
    if isinstance(ours, float) and abs(ours - theirs) < SMALLEST_FLOAT / 2:
        return None
    if isinstance(ours, dict):
        for key in sorted(ours.keys() | theirs.keys()):
            found = difference(ours.get(key), theirs.get(key), f"{place}.{key}")
            if found:
                return found
    elif isinstance(ours, list):
        if len(ours) != len(theirs):
            return f"{place}: {len(ours)} elements instead of {len(theirs)}"
        for index, pair in enumerate(zip(ours, theirs)):
            found = difference(*pair, f"{place}[{index}]")
            if found:
                return found
    elif ours != theirs:
        return f"{place}: {ours!r} instead of {theirs!r}"
    return None


class Writer:
    """Writes random fields of messages, of the schema and others, in any order and any number of times."""

    TEXTS = ["", "a", "stop 1", "25:10:00", "20261128", "Zürich", "駅", '"\\/\n\t\r\x00\x1b\x7f', "\u2028\U0001f689", "x" * 300]

    def __init__(self, seed):
        self.random = random.Random(seed)

    def varint(self, value):
        value &= 2**64 - 1
        out = bytearray()
        while value >= 0x80:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        out.append(value)
        # Some producers write more bytes than are needed.
        if len(out) < 9 and self.random.random() < 0.01:
            out[-1] |= 0x80
            out.append(0)
        return bytes(out)

    def tag(self, number, form):
        value = number << 3 | form
        out = bytearray()
        while value >= 0x80:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        out.append(value)
        return bytes(out)

    def integer(self):
        bits = self.random.choice([1, 3, 7, 8, 14, 31, 32, 33, 53, 63, 64])
        value = self.random.getrandbits(bits)
        return self.random.choice([0, value, value, -value])

    def text(self):
        if self.random.random() < 0.03:
            return self.random.randbytes(self.random.randint(1, 6))
        return self.random.choice(self.TEXTS).encode()

    def float(self):
        special = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 16777216.0, 1e30, -33.8688, 151.2093, 5.0]
        return self.random.choice(special + [self.random.uniform(-180, 180), self.random.expovariate(1e-6)])

    def value(self, form, depth=0):
        """A value of a form, whatever it means."""
        if form == 0:
            return self.varint(self.integer())
        if form in (1, 5):
            return self.random.randbytes(8 if form == 1 else 4)
        if form == 2:
            text = self.text()
            return self.varint(len(text)) + text
        number = self.random.randint(1, 40)
        inner = b""
        for _ in range(self.random.randint(0, 2) if depth < 4 else 0):
            inner += self.unknown(self.random.randint(1, 40), depth + 1)
        return inner

    def unknown(self, number, depth=0):
        form = self.random.choice([0, 1, 2, 3, 5])
        end = self.tag(number, 4) if form == 3 else b""
        return self.tag(number, form) + self.value(form, depth) + end

    def field(self, field):
        kind = field.type
        if self.random.random() < 0.02:
            return self.unknown(field.number)
        if kind == Field.TYPE_FLOAT:
            return self.tag(field.number, 5) + struct.pack("<f", self.float())
        if kind == Field.TYPE_DOUBLE:
            return self.tag(field.number, 1) + struct.pack("<d", self.float())
        if kind == Field.TYPE_ENUM and self.random.random() < 0.8:
            return self.tag(field.number, 0) + self.varint(self.random.choice(field.enum_type.values).number)
        if kind == Field.TYPE_STRING:
            return self.tag(field.number, 2) + self.value(2)
        if kind == Field.TYPE_MESSAGE:
            inner = self.message(field.message_type)
            return self.tag(field.number, 2) + self.varint(len(inner)) + inner
        return self.tag(field.number, 0) + self.value(0)

    def message(self, kind):
        out = b""
        for _ in range(self.random.choice([0, 1, 2, 3, 4, 6, 10])):
            if self.random.random() < 0.05:
                out += self.unknown(self.random.choice([19, 77, 1001, 9999, 2**29 - 1]))
            else:
                out += self.field(self.random.choice(kind.fields))
        return out

    def damaged(self, data):
        data = bytearray(data)
        for _ in range(self.random.randint(1, 3)):
            place = self.random.randrange(len(data)) if data else 0
            match self.random.randrange(4):
                case 0:
                    del data[place:]
                case 1:
                    data[place : place + 1] = self.random.randbytes(1)
                case 2:
                    data[place : place + 1] = b""
                case 3:
                    data[place:place] = self.random.randbytes(self.random.randint(1, 3))
        return bytes(data)


def write(folder, seed, count):
    writer = Writer(seed)
    for index in range(count):
        data = b""
        while len(data) < 2 or len(data) > 50_000:
            data = writer.message(gtfs_realtime_pb2.FeedMessage.DESCRIPTOR)
        if index % 4 == 3:
            data = writer.damaged(data)
        (folder / f"{seed}-{index:05}.pb").write_bytes(data)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--random", type=int, metavar="SEED")
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_args()
    if options.random is not None:
        return write(options.folder, options.random, options.count)
    differences = 0
    for path in sorted(options.folder.rglob("*.pb")):
        theirs = expected(path.read_bytes())
        beside = path.with_suffix(".json")
        if not beside.exists():
            print(json.dumps({"file": str(path), "message": theirs}, ensure_ascii=False))
            continue
        text = beside.read_text()
        found = difference(json.loads(text) if text else None, theirs)
        if found:
            differences += 1
            print(f"{path.name}: {found}")
    sys.exit(1 if differences else 0)


main()
