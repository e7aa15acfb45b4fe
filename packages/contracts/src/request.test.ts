import { expect, it } from "vitest";
import { requestOf } from "./request.ts";

const input = { doctype: "Customer Inbox", filters: [["a", "=", "1&2"]], start: 0, absent: undefined };

it("carries a GET's input in its path and query: lists as JSON, nothing for what is absent", () => {
  expect(requestOf({ verb: "GET", path: "/api/resource/:doctype" }, input)).toEqual({
    path: "/api/resource/Customer%20Inbox?filters=%5B%5B%22a%22%2C%22%3D%22%2C%221%262%22%5D%5D&start=0",
    method: "GET",
    headers: {},
  });
  expect(requestOf({ verb: "GET", path: "/a" }, {}).path).toBe("/a");
});

it("carries a POST's input as JSON, or as a form", () => {
  const contract = { verb: "POST", path: "/a" } as const;
  const asJson = requestOf(contract, input);
  expect(asJson.headers).toEqual({ "Content-Type": "application/json" });
  expect(JSON.parse(asJson.body ?? "")).toEqual({ ...input, absent: undefined });
  const asForm = requestOf(contract, input, "form");
  expect(asForm.headers["Content-Type"]).toMatch(/^application\/x-www-form-urlencoded/);
  expect(asForm.body).toBe("doctype=Customer%20Inbox&filters=%5B%5B%22a%22%2C%22%3D%22%2C%221%262%22%5D%5D&start=0");
});

it("encodes half a surrogate pair in a path as the replacement character", () => {
  expect(requestOf({ verb: "GET", path: "/a/:name" }, { name: "\ud83d" }).path).toBe("/a/%EF%BF%BD");
});
