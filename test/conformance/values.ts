/** Compares responses with the tables of the specification. */
import { isTable, type TableName, tables, enumValues } from './tables'

type Values = Record<string, unknown>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const int32 = 2_147_483_647
const isInteger = (value: unknown, most: number) =>
  Number.isInteger(value) && Math.abs(value as number) <= most

const tests: Record<string, (value: unknown) => boolean> = {
  any: () => true,
  uuid: (value) => typeof value === 'string' && uuid.test(value),
  string: (value) => typeof value === 'string',
  instant: (value) => typeof value === 'string' && instant.test(value),
  boolean: (value) => typeof value === 'boolean',
  int32: (value) => isInteger(value, int32),
  int64: (value) => isInteger(value, Number.MAX_SAFE_INTEGER) && (value as number) >= 0,
  float: Number.isFinite,
  double: Number.isFinite,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** Lists deviations of `value` from the table: missing, unknown or wrongly typed fields. */
export function findDeviations(name: TableName, value: unknown, ignored: string[] = []): string[] {
  const values = value as Values
  const known = new Set([...tables[name].map((member) => member.name), ...ignored])
  const strange = Object.keys(values).filter((member) => !known.has(member))
  return [
    ...strange.map((member) => `${name}.${member} is not in the specification`),
    ...tables[name].flatMap(({ name: member, type, isNullable }) => {
      const place = `${name}.${member}`
      if (!(member in values)) return [`${place} is missing`]
      if (values[member] === null) return isNullable ? [] : [`${place} is null`]
      return matchesType(place, type, values[member])
    }),
  ]
}

function matchesType(place: string, type: string, value: unknown): string[] {
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${place} is no list`]
    return value.flatMap((item) => matchesType(`${place}[]`, type.slice(0, -2), item))
  }
  if (isTable(type)) return findDeviations(type, value)
  const isFit = enumValues[type] ? enumValues[type].includes(value as string) : tests[type]!(value)
  return isFit ? [] : [`${place} is ${JSON.stringify(value)}, no ${type}`]
}

/** Lists the names of fields that are neither null nor an empty list. */
export const listFilledFields = (value: unknown): string[] =>
  Object.entries(value as Values)
    .filter(([, member]) => member !== null && !(Array.isArray(member) && member.length === 0))
    .map(([name]) => name)
