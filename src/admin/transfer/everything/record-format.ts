/** Formats records as lines, and parses lines. */
import { isAbsolute } from 'node:path'
import {
  anything,
  checkBoolean,
  type Check,
  checkMember,
  finiteNumber,
  checkInstant,
  object,
  checkOneOf,
  checkText,
  wholeNumber,
  WrongValue,
} from '../value-checks'
import type { ExportedTable, ExportKind, NestedTable, Row } from './export-kind'
import { describeMembers, type Member } from './record-members'
import { getNestedKey } from './records-queries'

/** Derived information about a kind, which is computed only once. */
export interface Format {
  kind: ExportKind
  members: Member[]
  nested: { of: NestedTable; members: Member[] }[]
}

export const describeFormat = (kind: ExportKind): Format => ({
  kind,
  members: describeMembers(kind),
  nested: (kind.nested ?? []).map((of) => ({ of, members: describeMembers(of) })),
})

interface Formatted {
  row: Row
  /** Rows of each nested table. */
  nested: readonly Map<unknown, Row[]>[]
  withSecrets: boolean
}

export function formatRecord(format: Format, { row, nested, withSecrets }: Formatted): Row {
  const written = formatMembers(format.kind, format.members, { row, withSecrets })
  for (const [index, { of, members }] of format.nested.entries()) {
    const rows = nested[index]!.get(row[getNestedKey(of)]) ?? []
    const records = rows.map((one) => formatMembers(of, members, { row: one, withSecrets }))
    written[of.member] = of.orderBy ? records : (records[0] ?? null)
  }
  return written
}

function formatMembers(
  { extras }: ExportedTable,
  members: readonly Member[],
  { row, withSecrets }: { row: Row; withSecrets: boolean },
): Row {
  const written: Row = {}
  for (const { name, column, isSecret } of members) {
    if (withSecrets || !isSecret) written[name] = row[column] ?? null
  }
  for (const name of Object.keys(extras?.() ?? {})) written[name] = row[name]
  return written
}

export interface ParsedRecord {
  row: Row
  /** Rows of each nested table, without the column that refers to the record. */
  nested: Row[][]
}

/** Throws `WrongValue` for an invalid record. Ignores unknown members. */
export function parseRecord(format: Format, value: unknown): ParsedRecord {
  const given = object(value) as Row
  const row = parseMembers(format.kind, format.members, given)
  format.kind.check?.(row)
  return {
    row,
    nested: format.nested.map(({ of, members }) =>
      listGiven(of, given[of.member]).map((one) => parseMembers(of, members, object(one) as Row)),
    ),
  }
}

function listGiven({ orderBy, member }: NestedTable, value: unknown): unknown[] {
  if (!orderBy) return value === null || value === undefined ? [] : [value]
  return Array.isArray(value) ? value : refuseMember(member, 'must be a list')
}

const refuseMember = (name: string, problem: string): never => {
  throw new WrongValue(`"${name}" ${problem}`)
}

function parseMembers(table: ExportedTable, members: readonly Member[], given: Row): Row {
  const row: Row = { ...table.missing }
  for (const member of members) {
    const value = given[member.name]
    if (value !== undefined && value !== null) {
      row[member.column] = checkMember(member.name, getCheck(member), given)
    } else if (member.isNullable) row[member.column] = null
    // Older exports lack the members of newer columns.
    else if (value === null || !(member.hasDefault || member.column in row))
      refuseMember(member.name, 'is missing')
  }
  for (const column of table.relativePaths ?? []) requireRelative(column, row[column])
  for (const column of table.folders ?? []) requireAbsolute(column, row[column])
  return row
}

/** A path must not refer to anything outside its folder. The folder itself is the empty path. */
function requireRelative(column: string, value: unknown) {
  if (typeof value !== 'string' || value === '') return
  const parts = value.split('/')
  if (parts.includes('..') || parts.includes('.') || parts.includes(''))
    refuseMember(column, 'must be a path below its folder')
}

function requireAbsolute(column: string, value: unknown) {
  if (typeof value !== 'string') return
  if (!isAbsolute(value) || value.split('/').includes('..'))
    refuseMember(column, 'must be an absolute path')
}

const checks: Record<Member['type'], Check> = {
  text: checkText,
  boolean: checkBoolean,
  integer: wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  number: finiteNumber,
  instant: checkInstant,
  json: anything,
}

const getCheck = ({ type, words }: Member): Check => (words ? checkOneOf(...words) : checks[type])
