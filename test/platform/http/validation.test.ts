import { beforeAll, describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { wordsOfServer } from '../../../.ci/server-words'
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
  upload,
} from '../../../src/platform/http/shapes'
import { detailsOf } from '../../../src/platform/http/validation'

const root = resolve(import.meta.dir, '../../..')
let known: string[]
beforeAll(() => {
  known = [...wordsOfServer(root).keys()]
}, 60_000)

const email = () => text(254, { minLength: 3, pattern: '^.+@.+$' } as { minLength: number })

const faults = [
  ['no text', text(), 3, 'must be text'],
  ['an empty text', text(9, { minLength: 1 }), '', 'must not be empty'],
  ['a short text', text(1000, { minLength: 8 }), 'short', 'must have at least 8 characters'],
  ['a long text', text(3), 'long', 'must have at most 3 characters'],
  ['a NUL', text(9), 'a\0b', 'holds characters that are not allowed here'],
  ['another form', email(), 'nowhere', 'holds characters that are not allowed here'],
  ['a text or nothing', nullable(text(3)), 'long', 'must have at most 3 characters'],
  ['a change', patchable(text(1000, { minLength: 8 })), 'short', 'must have at least 8 characters'],
  [
    'no whole number',
    integer({ minimum: 0, maximum: 5 }),
    1.5,
    'must be a whole number from 0 to 5',
  ],
  ['a small one', integer({ minimum: 2 }), 1, 'must be at least 2'],
  ['a large one', integer({ maximum: 2 }), 3, 'must be at most 2'],
  ['no number', number(), 'a', 'must be a number'],
  ['a low number', number({ minimum: 0.5 }), 0, 'must be at least 0.5'],
  ['a query', integerText({ minimum: 1, maximum: 5 }), '9', 'must be a whole number from 1 to 5'],
  ['an open query', integerText({ minimum: 1 }), '0', 'must be a whole number of at least 1'],
  ['a plain query', integerText(), 'x', 'must be a whole number'],
  ['no boolean', boolean(), 'yes', 'must be true or false'],
  ['another word', oneOf(['on', 'off']), 'maybe', 'must be one of: on, off'],
  ['no id', id(), 'me', 'must be an id (a UUID in lower case)'],
  ['no moment', instantText(), 'soon', 'must be a date and time such as 2026-01-31T12:00:00Z'],
  ['no list', list(text()), 'a', 'must be a list'],
  ['an empty list', list(text(), { minItems: 1 }), [], 'must have at least 1 entries'],
  ['a long list', list(text(), { maxItems: 1 }), ['a', 'b'], 'must have at most 1 entries'],
  [
    'a doubled list',
    list(text(), { uniqueItems: true }),
    ['a', 'a'],
    'must not name anything twice',
  ],
  ['no object', freeForm(), 3, 'must be an object'],
  ['no file', upload(), 3, 'must be a file, in a form of the type multipart/form-data'],
  ['another value', literal('Bearer'), 'Basic', 'must be "Bearer"'],
  ['neither', either(boolean(), text()), 3, 'must be one of these: true or false; text'],
] as const

describe('a wrong member', () => {
  test.each(faults)('is told in one sentence: %s', (_, schema, value, message) => {
    const errors = [...Value.Errors(shape({ member: schema }), { member: value })]
    expect(detailsOf(errors as Parameters<typeof detailsOf>[0])).toEqual([
      { path: 'member', message },
    ])
  })

  test.each(faults)('has German for its sentence: %s', (_, _schema, _value, message) => {
    const forms = known.map(
      (sentence) =>
        new RegExp(
          `^${sentence
            .split(/\{\d\}/)
            .map((part) => RegExp.escape(part))
            .join('(.+?)')}$`,
        ),
    )
    expect(forms.some((form) => form.test(message))).toBe(true)
  })
})

test('what is missing and what nobody knows is told, too', () => {
  const errors = [...Value.Errors(shape({ name: text() }), { nme: 'a' })]
  expect(detailsOf(errors as Parameters<typeof detailsOf>[0])).toEqual([
    { path: 'name', message: 'is missing' },
    { path: 'nme', message: 'is not known here' },
  ])
})
