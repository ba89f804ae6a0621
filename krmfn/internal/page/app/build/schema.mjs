// The JSON Schemas of documents have more than completion needs, and repeat most of it. Here they become a list of nodes, which tell what a
// field is and which fields it has, and a list of their descriptions. Each node and each text is there once. src/playground/schema.ts reads them.

/** pack returns { kinds: {kind: index of a node}, nodes, texts } for schemas by kind. Node 0 is a value of which nothing is known. */
export function pack(schemas) {
  const nodes = [{}], indexes = new Map([["{}", 0]]), texts = [], numbers = new Map();
  const kinds = {};
  for (const [kind, schema] of Object.entries(schemas)) {
    const known = new Map();
    const add = (node) => {
      const key = JSON.stringify(node);
      if (!indexes.has(key)) indexes.set(key, nodes.push(node) - 1);
      return indexes.get(key);
    };
    const text = (words) => {
      if (!numbers.has(words)) numbers.set(words, texts.push(words) - 1);
      return numbers.get(words);
    };
    const index = (part) => {
      const parts = all(schema, part), key = parts.map((p) => known.get(p) ?? known.set(p, known.size).get(p)).join();
      if (!known.has(key)) {
        known.set(key, 0); // where a schema contains itself, nothing is known of the inner one: completion need not go that deep
        known.set(key, add(node(parts, index, text)));
      }
      return known.get(key);
    };
    kinds[kind] = index(schema);
  }
  return { kinds, nodes, texts };
}

/** all returns a schema and those that it consists of. */
function all(schema, part) {
  const found = [];
  const visit = (p) => {
    if (p === null || typeof p !== "object" || found.includes(p)) return;
    found.push(p);
    if (p.$ref) visit(schema.definitions[p.$ref.replace("#/definitions/", "")]);
    for (const list of [p.allOf, p.anyOf, p.oneOf]) for (const other of list ?? []) visit(other);
  };
  visit(part);
  return found;
}

/** node joins the parts of a schema: d is the index of the description, f are the fields, r those that must be there, i is an item, a the value of any
    other key, e are the values that are allowed, t the types. */
function node(parts, index, text) {
  const result = {};
  const described = parts.find((p) => p.description);
  if (described) result.d = text(described.description);
  const types = new Set(), values = new Set(), required = new Set(), fields = new Map();
  for (const part of parts) {
    for (const type of [part.type ?? []].flat()) if (type !== "null") types.add(type);
    for (const value of part.enum ?? []) if (value !== null) values.add(value);
    if (part.properties && part.additionalProperties === false) for (const name of part.required ?? []) required.add(name);
    for (const [name, field] of Object.entries(part.properties ?? {})) if (!isForbidden(field)) fields.set(name, [...(fields.get(name) ?? []), field]);
    if (part.items) result.i = index(part.items);
    if (part.additionalProperties && typeof part.additionalProperties === "object") result.a = index(part.additionalProperties);
  }
  // A list or a map may be a string: a reference. That is no news.
  if (types.has("array") || types.has("object")) types.delete("string");
  if (types.size > 0) result.t = [...types].sort().join(" or ");
  if (values.size > 0) result.e = [...values];
  if (required.size > 0) result.r = [...required];
  if (fields.size > 0) result.f = Object.fromEntries([...fields].map(([name, list]) => [name, index(list.length === 1 ? list[0] : { allOf: list })]));
  return result;
}

/** isForbidden tells a field that only says that it may not be there, or may not be null. */
function isForbidden(field) {
  return field === false || (Object.keys(field).length === 1 && field.not !== undefined);
}
