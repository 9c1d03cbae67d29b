/** Matching of objects whose members are dates, maps, sets, expressions or errors. */
import { expect } from 'bun:test'

type Match = (this: unknown, expected: unknown, ...more: unknown[]) => unknown

/**
 * Makes `toMatchObject` compare such members. The runner itself takes any two dates for equal. Runs
 * once per process.
 */
export function matchWholeValues() {
  const matchers = Object.getPrototypeOf(expect(undefined)) as { toMatchObject: Match }
  if (matchers.toMatchObject.name === matchWhole.name) return
  expect.extend({
    toBeTheSame: (received: unknown, expected: unknown) => ({
      pass: Bun.deepEquals(received, expected),
      message: () => `expected ${Bun.inspect(expected)}, received ${Bun.inspect(received)}`,
    }),
  })
  toMatchObject = matchers.toMatchObject
  matchers.toMatchObject = matchWhole
}

let toMatchObject: Match

function matchWhole(this: unknown, expected: unknown, ...more: unknown[]) {
  return toMatchObject.call(this, markWhole(expected), ...more)
}

function markWhole(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isWhole(value)) return toBeTheSame(value)
  if (Array.isArray(value)) return value.map(markWhole)
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, markWhole(part)]))
}

const toBeTheSame = (value: unknown) =>
  (expect as unknown as { toBeTheSame: (one: unknown) => unknown }).toBeTheSame(value)

const isWhole = (value: object) =>
  [Date, Map, Set, RegExp, Error].some((kind) => value instanceof kind)
