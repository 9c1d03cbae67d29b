/**
 * Compiles comparisons to SQL. The result is true or false and never null, so that it can be
 * negated with `not`. Both databases give the same results: case is ignored only for the letters a
 * to z.
 */
import { type Column, type SQL, sql } from 'drizzle-orm'
import { dialect } from '../db/dialect'
import { inIds } from '../db/sql'

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
  | { operator: 'inTheLast' | 'notInTheLast'; days: number }
  | { operator: 'isNull' | 'isNotNull' }

type Subject = Column | SQL

export const everything = sql`(1 = 1)`
export const nothing = sql`(1 = 0)`

/** Empty text is treated as null. */
export function compileTextTest(subject: Subject, test: TextTest): SQL {
  if (!('value' in test)) {
    return test.operator === 'isNull'
      ? sql`(${subject} is null or ${subject} = '')`
      : sql`(${subject} is not null and ${subject} <> '')`
  }
  const positive = getPositiveOperator(test.operator)
  // Uses the subject only once in the SQL, because it may be a subquery.
  const fits = sql`coalesce(${compileComparison(subject, positive, test.value)}, false)`
  return positive === test.operator ? fits : sql`(not ${fits})`
}

/**
 * Compiles a test of a computed word, such as a read status. If the test names one of `conditions`,
 * uses that condition, which is faster than computing the word.
 */
export function compileWordTest(word: SQL, conditions: Record<string, SQL>, test: TextTest): SQL {
  const fits =
    'value' in test && Object.hasOwn(conditions, test.value) ? conditions[test.value] : undefined
  if (fits && test.operator === 'is') return fits
  if (fits && test.operator === 'isNot') return sql`(not ${fits})`
  return compileTextTest(word, test)
}

/**
 * Compiles a test of a field with several values. `some` builds SQL for "a value passes the test"
 * or, without a test, "there is a value". "is not" and "does not contain" mean that no value
 * matches.
 */
export function compileMultiValueTest(test: TextTest, some: (one?: TextTest) => SQL): SQL {
  if (!('value' in test)) return test.operator === 'isNull' ? sql`(not ${some()})` : some()
  const positive = getPositiveOperator(test.operator)
  const found = some({ operator: positive, value: test.value })
  return positive === test.operator ? found : sql`(not ${found})`
}

/** Applies a function to the value of a text test. Returns tests without a value unchanged. */
export const mapTestValue = (test: TextTest, form: (value: string) => string): TextTest =>
  'value' in test ? { ...test, value: form(test.value) } : test

type Positive = 'is' | 'contains' | 'beginsWith' | 'endsWith'

function getPositiveOperator(operator: Positive | 'isNot' | 'doesNotContain'): Positive {
  if (operator === 'isNot') return 'is'
  return operator === 'doesNotContain' ? 'contains' : operator
}

function compileComparison(subject: Subject, operator: Positive, value: string): SQL {
  const whole = lowerCase(subject)
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

const lowerCase = (subject: Subject) =>
  dialect === 'sqlite' ? sql`lower(${subject})` : sql`lower(${subject} collate "C")`

export function compileUuidTest(subject: Subject, test: UuidTest): SQL {
  switch (test.operator) {
    case 'is':
      return inIds(subject, [test.value])
    case 'isNot':
      return sql`(not ${inIds(subject, [test.value])})`
    case 'in':
      return inIds(subject, test.values)
    case 'notIn':
      return sql`(not ${inIds(subject, test.values)})`
  }
}

/** `fact` is an SQL expression that is never null. */
export const compileBooleanTest = (fact: SQL, test: BooleanTest): SQL =>
  test.operator === 'isTrue' ? sql`(${fact})` : sql`(not (${fact}))`

const signs = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** If the subject is null, "not equal" is true and the other comparisons are false. */
export function compileNumberTest(subject: Subject, test: NumberTest): SQL {
  switch (test.operator) {
    case 'isNull':
      return sql`(${subject} is null)`
    case 'isNotNull':
      return sql`(${subject} is not null)`
    case 'between':
      return compileRange(subject, castToDouble(test.min), castToDouble(test.max))
    case 'ne':
      return sql`(${subject} is null or ${subject} <> ${castToDouble(test.value)})`
    default:
      return sql`(${subject} is not null and ${subject} ${sql.raw(signs[test.operator])} ${castToDouble(test.value)})`
  }
}

/** Without the cast, PostgreSQL would parse 1.5 as an integer and fail. */
const castToDouble = (value: number | null | undefined) =>
  value == null ? undefined : sql`cast(${value} as double precision)`

const dayMs = 86_400_000

const directions = { after: '>', before: '<', onOrAfter: '>=', onOrBefore: '<=' } as const

/**
 * Dates are converted to the type of `column`. `notInTheLast` is also true for null, which means
 * never.
 */
export function compileInstantTest(subject: Subject, column: Column, test: InstantTest): SQL {
  const moment = (text: string | null | undefined) =>
    text == null ? undefined : sql`${sql.param(new Date(text.toUpperCase()), column)}`
  switch (test.operator) {
    case 'isNull':
      return sql`(${subject} is null)`
    case 'isNotNull':
      return sql`(${subject} is not null)`
    case 'between':
      return compileRange(subject, moment(test.start), moment(test.end))
    case 'inTheLast':
    case 'notInTheLast': {
      const since = new Date(Date.now() - test.days * dayMs).toISOString()
      const isRecent = compileRange(subject, moment(since), undefined)
      return test.operator === 'inTheLast' ? isRecent : sql`(not ${isRecent})`
    }
    default:
      return sql`(${subject} is not null and ${subject} ${sql.raw(directions[test.operator])} ${moment(test.value)})`
  }
}

/** The limits are inclusive and optional. */
function compileRange(subject: Subject, least: SQL | undefined, most: SQL | undefined) {
  const bounds = [
    sql`${subject} is not null`,
    ...(least ? [sql`${subject} >= ${least}`] : []),
    ...(most ? [sql`${subject} <= ${most}`] : []),
  ]
  return sql`(${sql.join(bounds, sql` and `)})`
}
