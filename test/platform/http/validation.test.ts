import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { valueMessages as v } from '../../../src/platform/messages/common'
import {
  boolean,
  either,
  freeForm,
  id,
  instantText,
  integer,
  integerText,
  list,
  literal,
  nullable,
  number,
  oneOf,
  patchable,
  shape,
  text,
  uniqueList,
  upload,
} from '../../../src/platform/http/shapes'
import { createDetails } from '../../../src/platform/http/validation'

const email = () => text(254, { minLength: 3, pattern: '^.+@.+$' } as { minLength: number })

const many = () => nullable(uniqueList(text(), { maxItems: 1 }))

const invalidBodies = [
  ['no text', text(), 3, v.text()],
  ['an empty string', text(9, { minLength: 1 }), '', v.empty()],
  ['a short text', text(1000, { minLength: 8 }), 'short', v.min_length({ min: 8 })],
  ['a long text', text(3), 'long', v.max_length({ max: 3 })],
  ['a NUL', text(9), 'a\0b', v.bad_characters()],
  ['another form', email(), 'nowhere', v.bad_characters()],
  ['an optional text', nullable(text(3)), 'long', v.max_length({ max: 3 })],
  ['a change', patchable(text(1000, { minLength: 8 })), 'short', v.min_length({ min: 8 })],
  [
    'a fractional number',
    integer({ minimum: 0, maximum: 5 }),
    1.5,
    v.integer_between({ min: 0, max: 5 }),
  ],
  ['a small one', integer({ minimum: 2 }), 1, v.min({ min: 2 })],
  ['a large one', integer({ maximum: 2 }), 3, v.max({ max: 2 })],
  ['no number', number(), 'a', v.number()],
  ['a low number', number({ minimum: 0.5 }), 0, v.min({ min: 0.5 })],
  ['a query', integerText({ minimum: 1, maximum: 5 }), '9', v.integer_between({ min: 1, max: 5 })],
  ['an open query', integerText({ minimum: 1 }), '0', v.integer_min({ min: 1 })],
  ['a plain query', integerText(), 'x', v.integer()],
  ['no boolean', boolean(), 'yes', v.boolean()],
  ['another word', oneOf(['on', 'off']), 'maybe', v.one_of({ values: 'on, off' })],
  ['no id', id(), 'me', v.uuid()],
  ['no moment', instantText(), 'soon', v.date_time()],
  ['no list', list(text()), 'a', v.list()],
  ['an empty list', list(text(), { minItems: 1 }), [], v.min_entries({ min: 1 })],
  ['a long list', list(text(), { maxItems: 1 }), ['a', 'b'], v.max_entries({ max: 1 })],
  ['duplicates', uniqueList(text(), { maxItems: 3 }), ['a', 'a'], v.duplicate_entries()],
  ['a long list without duplicates', many(), ['a', 'b'], v.max_entries({ max: 1 })],
  ['no list of unique texts', many(), 'a', v.list()],
  ['no object', freeForm(), 3, v.object()],
  ['no file', upload(), 3, v.file()],
  ['another value', literal('Bearer'), 'Basic', v.constant({ value: '"Bearer"' })],
  ['neither', either(boolean(), text()), 3, v.wrong_form()],
] as const

describe('an invalid field', () => {
  test.each(invalidBodies)('gets one message: %s', (_, schema, value, message) => {
    const errors = [...Value.Errors(shape({ member: schema }), { member: value })]
    expect(createDetails(errors as Parameters<typeof createDetails>[0])).toEqual([
      { path: 'member', message },
    ])
  })
})

test('reports missing and unknown fields', () => {
  const errors = [...Value.Errors(shape({ name: text() }), { nme: 'a' })]
  expect(createDetails(errors as Parameters<typeof createDetails>[0])).toEqual([
    { path: 'name', message: v.missing() },
    { path: 'nme', message: v.unknown_field() },
  ])
})

test('names the wrong entries of a list of unique texts', () => {
  const schema = shape({ ids: uniqueList(text(9), { maxItems: 1000 }) })
  const long = 'a'.repeat(1_000_000)
  const errors = [...Value.Errors(schema, { ids: ['short', long, long] })]
  expect(createDetails(errors as Parameters<typeof createDetails>[0])).toEqual([
    { path: 'ids.1', message: v.max_length({ max: 9 }) },
    { path: 'ids.2', message: v.max_length({ max: 9 }) },
  ])
})
