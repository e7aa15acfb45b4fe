import { expect, it } from "vitest";
import { messageOf, pack, packedBytes, unpack } from "./packed.ts";

it("refuses to unpack damaged bytes, and a stated size above the largest that is packed", () => {
  const message = Buffer.from("Hello, hello, hello, hello, hello, hello.\r\n");
  const packed = pack(message) ?? message;
  expect(unpack(packed)).toEqual(message);
  const saying = (size: number) => {
    const changed = Buffer.from(packed);
    changed.writeUInt32LE(size);
    return changed;
  };
  for (const size of [0, message.length - 1, message.length + 1, packedBytes]) {
    expect(() => unpack(saying(size)), `${size}`).toThrow();
  }
  for (const size of [packedBytes + 1, 2 ** 32 - 1]) expect(() => unpack(saying(size))).toThrow(`${size} bytes`);
  for (const damaged of [Buffer.alloc(0), packed.subarray(0, 3), packed.subarray(0, -1)]) {
    expect(() => unpack(damaged)).toThrow();
  }
  expect(() => messageOf({ raw: null, lz4: null })).toThrow();
});
