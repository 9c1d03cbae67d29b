/**
 * The comparisons of a condition as SQL. Each is true or false and never null, so that `not` may stand
 * before any of them, and both databases answer alike: of upper and lower case only the letters a to z
 * are taken for one.
 */
import { type Column, type SQL, sql } from 'drizzle-orm'
import { dialect } from '../db/dialect'
import { among } from '../db/sql'

export type TextTest =
  | {
      operator: 'is' | 'isNot' | 'contains' | 'doesNotContain' | 'beginsWith' | 'endsWith'
      value: string
    }
  | { operator: 'isNull' | 'isNotNull' }

export type UuidTest =
  { operator: 'is' | 'isNot'; value: string } | { operator: 'in' | 'notIn'; values: string[] }

export interface BooleanTest {
  operator: 'isTrue' | 'isFalse'
}

export type NumberTest =
  | { operator: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'; value: number }
  | { operator: 'between'; min?: number | null | undefined; max?: number | null | undefined }
  | { operator: 'isNull' | 'isNotNull' }

export type InstantTest =
  | { operator: 'after' | 'before' | 'onOrAfter' | 'onOrBefore'; value: string }
  | { operator: 'between'; start?: string | null | undefined; end?: string | null | undefined }
  | { operator: 'isNull' | 'isNotNull' }

type Subject = Column | SQL

export const everything = sql`(1 = 1)`
export const nothing = sql`(1 = 0)`

/** An empty text counts as none. */
export function textTest(subject: Subject, test: TextTest): SQL {
  if (!('value' in test)) {
    return test.operator === 'isNull'
      ? sql`(${subject} is null or ${subject} = '')`
      : sql`(${subject} is not null and ${subject} <> '')`
  }
  const positive = positiveOf(test.operator)
  const fits = sql`(${subject} is not null and ${compare(subject, positive, test.value)})`
  return positive === test.operator ? fits : sql`(not ${fits})`
}

/**
 * For what a row has several of. `some` says that one of them passes the test it is given, or, given
 * none, that there is one. "is not" and "does not contain" then mean: none does.
 */
export function severalTest(test: TextTest, some: (one?: TextTest) => SQL): SQL {
  if (!('value' in test)) return test.operator === 'isNull' ? sql`(not ${some()})` : some()
  const positive = positiveOf(test.operator)
  const found = some({ operator: positive, value: test.value })
  return positive === test.operator ? found : sql`(not ${found})`
}

/** The same test of a value in another form. */
export const withValue = (test: TextTest, form: (value: string) => string): TextTest =>
  'value' in test ? { ...test, value: form(test.value) } : test

type Positive = 'is' | 'contains' | 'beginsWith' | 'endsWith'

function positiveOf(operator: Positive | 'isNot' | 'doesNotContain'): Positive {
  if (operator === 'isNot') return 'is'
  return operator === 'doesNotContain' ? 'contains' : operator
}

function compare(subject: Subject, operator: Positive, value: string): SQL {
  const whole = lowered(subject)
  const wanted = value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const length = sql.raw(String([...wanted].length))
  switch (operator) {
    case 'is':
      return sql`${whole} = ${wanted}`
    case 'contains':
      return dialect === 'sqlite'
        ? sql`instr(${whole}, ${wanted}) > 0`
        : sql`strpos(${whole}, ${wanted}) > 0`
    case 'beginsWith':
      return sql`substr(${whole}, 1, ${length}) = ${wanted}`
    case 'endsWith':
      return dialect === 'sqlite'
        ? sql`substr(${whole}, -${length}) = ${wanted}`
        : sql`right(${whole}, ${length}) = ${wanted}`
  }
}

const lowered = (subject: Subject) =>
  dialect === 'sqlite' ? sql`lower(${subject})` : sql`lower(${subject} collate "C")`

export function uuidTest(subject: Subject, test: UuidTest): SQL {
  switch (test.operator) {
    case 'is':
      return among(subject, [test.value])
    case 'isNot':
      return sql`(not ${among(subject, [test.value])})`
    case 'in':
      return among(subject, test.values)
    case 'notIn':
      return sql`(not ${among(subject, test.values)})`
  }
}

/** `fact` must be true or false, never null. */
export const booleanTest = (fact: SQL, test: BooleanTest): SQL =>
  test.operator === 'isTrue' ? sql`(${fact})` : sql`(not (${fact}))`

const signs = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** "Not equal" holds where there is no number; every other comparison does not. */
export function numberTest(subject: Subject, test: NumberTest): SQL {
  switch (test.operator) {
    case 'isNull':
      return sql`(${subject} is null)`
    case 'isNotNull':
      return sql`(${subject} is not null)`
    case 'between':
      return within(subject, fraction(test.min), fraction(test.max))
    case 'ne':
      return sql`(${subject} is null or ${subject} <> ${fraction(test.value)})`
    default:
      return sql`(${subject} is not null and ${subject} ${sql.raw(signs[test.operator])} ${fraction(test.value)})`
  }
}

/** Without the cast PostgreSQL would take 1.5 for a broken whole number. */
const fraction = (value: number | null | undefined) =>
  value == null ? undefined : sql`cast(${value} as double precision)`

const directions = { after: '>', before: '<', onOrAfter: '>=', onOrBefore: '<=' } as const

/** `column`: whose form of a moment the values take. */
export function instantTest(subject: Subject, column: Column, test: InstantTest): SQL {
  const moment = (text: string | null | undefined) =>
    text == null ? undefined : sql`${sql.param(new Date(text.toUpperCase()), column)}`
  switch (test.operator) {
    case 'isNull':
      return sql`(${subject} is null)`
    case 'isNotNull':
      return sql`(${subject} is not null)`
    case 'between':
      return within(subject, moment(test.start), moment(test.end))
    default:
      return sql`(${subject} is not null and ${subject} ${sql.raw(directions[test.operator])} ${moment(test.value)})`
  }
}

/** Both ends belong to it; an end that is left out is open. */
function within(subject: Subject, least: SQL | undefined, most: SQL | undefined) {
  const bounds = [
    sql`${subject} is not null`,
    ...(least ? [sql`${subject} >= ${least}`] : []),
    ...(most ? [sql`${subject} <= ${most}`] : []),
  ]
  return sql`(${sql.join(bounds, sql` and `)})`
}
