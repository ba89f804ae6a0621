export function pack(schemas: Record<string, unknown>): unknown;
