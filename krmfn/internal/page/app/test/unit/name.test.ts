import assert from "node:assert/strict";
import test from "node:test";

import { sharedBy } from "../../src/parts/name.ts";

test("names of a list share whole parts of their beginning and their end", () => {
  assert.deepEqual(sharedBy(["shop-eu-01-shop", "shop-us-02-shop"]), ["shop-", "-shop"]);
  assert.deepEqual(sharedBy(["prod-eu-01", "prod-eu-02"]), ["prod-eu-", ""], "01 and 02 are whole");
  assert.deepEqual(sharedBy(["shop", "shop-eu-shop"]), ["shop", "shop"]);
  assert.deepEqual(sharedBy(["catalog", "cart"]), ["", ""]);
  assert.deepEqual(sharedBy(["fleet/shop", "fleet/site"]), ["fleet/", ""]);
  assert.deepEqual(sharedBy([]), ["", ""]);
});
