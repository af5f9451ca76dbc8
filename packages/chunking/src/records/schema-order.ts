import type * as z from 'zod';

/** A record's fields and lists, which nobody changes after it was made. */
export type ReadonlyRecord<T> = {
  readonly [Key in keyof T]: T[Key] extends (infer Item)[] ? readonly Item[] : T[Key];
};

/** The same fields with the keys in the order of a schema; fields without a value are left out. */
export function inSchemaOrder<T extends object>({ shape }: z.ZodObject, fields: T): T {
  const values = fields as Readonly<Record<string, unknown>>;
  const names = Object.keys(shape).filter((name) => values[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as T;
}
