/** Each limit of requests and responses: at it, and one beyond. */
import { expect, test } from 'bun:test'
import { Refusal } from '../../../src/errors'
import { readBody, readSmallForm, readSmallObject } from '../../../src/platform/http/body'
import { createTextResponse } from '../../../src/platform/http/responses/compress'
import { list, text } from '../../../src/platform/http/shapes'
import { validate } from '../../../src/platform/http/validation'
import { findExceededLimit } from '../../../src/platform/lib/measure-json'

const post = (body: string | FormData) => new Request('http://localhost/', { method: 'POST', body })

async function findCode(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.userMessage.code
  }
}

/** JSON of exactly this many bytes. */
const jsonOf = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
/** A list of lists, which count as values like their members. */
const values = (count: number) => JSON.stringify([Array.from({ length: count - 1 }, () => 1)])

test.each([
  [
    '64 KB without credentials',
    (body: string) => readSmallObject(post(body)),
    jsonOf(65_536),
    jsonOf(65_537),
    'request.too_large',
  ],
  [
    '2 MB with credentials',
    (body: string) => readBody({ request: post(body) }, 'application/json'),
    jsonOf(2 ** 21),
    jsonOf(2 ** 21 + 1),
    'request.too_large',
  ],
  [
    '64 levels',
    (body: string) => readSmallObject(post(body)),
    nested(64),
    nested(65),
    'request.too_deep',
  ],
  [
    '50,000 values',
    (body: string) => readBody({ request: post(body) }, 'application/json'),
    values(50_000),
    values(50_001),
    'request.too_many_values',
  ],
])('a body may have %s', async (_, read, largest, larger, code) => {
  expect(await findCode(read(largest))).toBeUndefined()
  expect(await findCode(read(larger))).toBe(code)
})

test('a form may have 100 fields, each once', async () => {
  const fill = (count: number) => {
    const form = new FormData()
    for (let n = 0; n < count; n++) form.append(`f${n}`, `${n}`)
    return form
  }
  const read = (form: FormData) => readBody({ request: post(form) }, 'multipart/form-data')
  expect(Object.keys((await read(fill(100))) ?? {})).toHaveLength(100)
  expect(await findCode(read(fill(101)))).toBe('request.form_too_large')
  const twice = fill(3)
  twice.append('f1', 'again')
  expect(await findCode(read(twice))).toBe('request.form_invalid')
  const small = Array.from({ length: 101 }, (_, n) => `f${n}=${n}`).join('&')
  expect(Object.keys(await readSmallForm(post(small)))).toHaveLength(100)
})

test.each([
  [1399, null],
  [1400, 'gzip'],
])('a response of %d characters has the encoding %p', async (length, encoding) => {
  const request = new Request('http://localhost/', { headers: { 'accept-encoding': 'gzip' } })
  const response = await createTextResponse(request, 'x'.repeat(length), { headers: {} })
  expect(response.headers.get('content-encoding')).toBe(encoding)
})

test('at most 25 members are reported', () => {
  const schema = list(text(1), { maxItems: 100 })
  expect(
    validate(
      schema,
      Array.from({ length: 24 }, () => 1),
    ),
  ).toHaveLength(24)
  expect(
    validate(
      schema,
      Array.from({ length: 26 }, () => 1),
    ),
  ).toHaveLength(25)
})

test.each([
  ['[[1]]', { maxDepth: 2, maxValues: 9 }, undefined],
  ['[[1]]', { maxDepth: 1, maxValues: 9 }, 'maxDepth'],
  ['[][][]', { maxDepth: 1, maxValues: 9 }, undefined],
  ['[1,2,3]', { maxDepth: 9, maxValues: 3 }, undefined],
  ['[1,2,3]', { maxDepth: 9, maxValues: 2 }, 'maxValues'],
  ['{"a":{}}', { maxDepth: 9, maxValues: 2 }, undefined],
  ['{"a":{}}', { maxDepth: 9, maxValues: 1 }, 'maxValues'],
  ['["[[[[,,,"]', { maxDepth: 1, maxValues: 1 }, undefined],
  ['["\\"[[[,,"]', { maxDepth: 1, maxValues: 1 }, undefined],
  ['["\\\\",[]]', { maxDepth: 1, maxValues: 9 }, 'maxDepth'],
  ['"[[', { maxDepth: 0, maxValues: 0 }, undefined],
])('JSON is measured before it is parsed: %s with %j', (json, limits, exceeded) => {
  expect(findExceededLimit(Buffer.from(json), limits)).toBe(exceeded as never)
})
