/**
 * Writes the text of drizzle's statements in one pass. Drizzle itself makes an object for each piece of
 * text and asks each for up to fifteen classes: half of the processor time of a small statement.
 * What is rare stays with drizzle. test/platform/db/statement-text.test.ts compares the two.
 */
import {
  Column,
  getTableName,
  is,
  Name,
  Param,
  Placeholder,
  SQL,
  StringChunk,
  Table,
} from 'drizzle-orm'

type Method<This, Arguments extends unknown[], Result> = (this: This, ...args: Arguments) => Result

interface Query {
  sql: string
  params: unknown[]
  typings?: string[]
}

interface Config {
  casing: { getColumnCasing(column: Column): string }
  escapeName(name: string): string
  escapeParam(index: number, value: unknown): string
  prepareTyping?(encoder: unknown): string
  paramStartIndex?: { value: number }
  inlineParams?: boolean
  invokeSource?: 'indexes'
}
type WholeConfig = Config & { paramStartIndex: { value: number } }

interface Builder {
  shouldInlineParams: boolean
  buildQueryFromSourceParams: Method<Builder, [chunks: unknown[], config: Config], Query>
}

const builder = SQL.prototype as unknown as Builder
const buildRarely = builder.buildQueryFromSourceParams

builder.buildQueryFromSourceParams = function (chunks, config) {
  const isInline = config.inlineParams || this.shouldInlineParams
  if (isInline || config.invokeSource) return buildRarely.call(this, chunks, config)
  const query: Query = { sql: '', params: [] }
  const paramStartIndex = config.paramStartIndex ?? { value: 0 }
  appendAll(query, chunks, { ...config, paramStartIndex })
  return query
}

function appendAll(query: Query, chunks: unknown[], config: WholeConfig) {
  for (const chunk of chunks) append(query, chunk, config)
}

function append(query: Query, chunk: unknown, config: WholeConfig) {
  if (chunk === undefined) return
  if (typeof chunk !== 'object' || chunk === null) {
    if (typeof chunk === 'function') appendRare(query, chunk, config)
    else appendParam(query, chunk, config)
    return
  }
  if (Array.isArray(chunk)) appendList(query, chunk, config)
  else appenders[getKind(chunk)](query, chunk as never, config)
}

function appendList(query: Query, list: unknown[], config: WholeConfig) {
  query.sql += '('
  for (const [index, item] of list.entries()) {
    if (index > 0) query.sql += ', '
    append(query, item, config)
  }
  query.sql += ')'
}

function appendParam(query: Query, value: unknown, config: WholeConfig, typing = 'none') {
  query.sql += config.escapeParam(config.paramStartIndex.value++, value)
  query.params.push(value)
  query.typings ??= []
  query.typings.push(typing)
}

function appendRare(query: Query, chunk: unknown, config: WholeConfig) {
  const { sql, params, typings } = buildRarely.call(noStatement, [chunk], config)
  query.sql += sql
  query.params.push(...params)
  if (typings?.length) (query.typings ??= []).push(...typings)
}

const noStatement = new SQL([]) as unknown as Builder

type Append<Chunk> = (query: Query, chunk: Chunk, config: WholeConfig) => void

const appendStrings: Append<StringChunk> = (query, { value }) => {
  query.sql += value.length === 1 ? value[0]! : value.join('')
}

const appendName: Append<Name> = (query, { value }, { escapeName }) => {
  query.sql += escapeName(value)
}

const appendStatement: Append<SQL> = (query, statement, config) => {
  if ((statement as unknown as Builder).shouldInlineParams) appendRare(query, statement, config)
  else appendAll(query, statement.queryChunks, config)
}

const schemaSymbol = Symbol.for('drizzle:Schema')
const isInSchema = (table: Table) =>
  (table as unknown as Record<symbol, unknown>)[schemaSymbol] !== undefined

const appendTable: Append<Table> = (query, table, config) => {
  if (isInSchema(table)) appendRare(query, table, config)
  else query.sql += config.escapeName(getTableName(table))
}

const appendColumn: Append<Column> = (query, column, config) => {
  if (isInSchema(column.table)) return appendRare(query, column, config)
  const { casing, escapeName } = config
  const table = escapeName(getTableName(column.table))
  query.sql += `${table}.${escapeName(casing.getColumnCasing(column))}`
}

const appendEncoded: Append<Param> = (query, param, config) => {
  const { value, encoder } = param
  if (is(value, Placeholder)) return appendParam(query, param, config)
  const encoded = value === null ? null : encoder.mapToDriverValue(value)
  if (is(encoded, SQL)) return append(query, encoded, config)
  appendParam(query, encoded, config, config.prepareTyping?.(encoder))
}

const appenders = {
  strings: appendStrings,
  name: appendName,
  statement: appendStatement,
  table: appendTable,
  column: appendColumn,
  param: appendEncoded,
  placeholder: appendParam,
  /** Subqueries, aliases, values such as dates, and what has a method that returns a statement. */
  rare: appendRare,
}
type Kind = keyof typeof appenders

const kinds = new Map<unknown, Kind>()

/** All objects of a class are of one kind. */
function getKind(chunk: object): Kind {
  const { constructor } = (Object.getPrototypeOf(chunk) ?? {}) as { constructor?: unknown }
  const known = kinds.get(constructor)
  if (known !== undefined) return known
  const kind = findKind(chunk)
  kinds.set(constructor, kind)
  return kind
}

function findKind(chunk: object): Kind {
  if (is(chunk, StringChunk)) return 'strings'
  if (is(chunk, Name)) return 'name'
  if (is(chunk, SQL)) return 'statement'
  if (is(chunk, Table)) return 'table'
  if (is(chunk, Column)) return 'column'
  if (is(chunk, Param)) return 'param'
  return is(chunk, Placeholder) ? 'placeholder' : 'rare'
}

interface Field {
  field: unknown
}
interface Dialect {
  casing: Config['casing']
  buildSelection: Method<Dialect, [fields: Field[], options?: { isSingleTable?: boolean }], SQL>
}

/** Makes a dialect list columns in one step. */
export function speedUpSelections(dialect: object) {
  const prototype = dialect as Dialect
  const buildSelection = prototype.buildSelection
  prototype.buildSelection = function (fields, options = {}) {
    const chunks: (Column | Name | SQL | StringChunk)[] = []
    for (const one of fields) {
      if (chunks.length > 0) chunks.push(comma)
      const { field } = one
      if (!is(field, Column) || field.columnType === 'SQLiteNumericBigInt')
        chunks.push(buildSelection.call(this, [one], options))
      else if (options.isSingleTable) chunks.push(new Name(this.casing.getColumnCasing(field)))
      else chunks.push(field)
    }
    return new SQL(chunks)
  }
}

const comma = new StringChunk(', ')
