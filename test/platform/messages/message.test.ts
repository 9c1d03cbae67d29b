import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  defineMessages,
  type Message,
  type MessageCode,
  type MessageWithText,
  renderMessage,
  withText,
} from '../../../src/platform/messages/message'

const root = resolve(import.meta.dir, '../../..')
const sample = defineMessages('test.sample', {
  plain: 'Nothing to do',
  named: 'The folder {folder} of {library}',
  counted: '{count, plural, one {# book} other {# books}} in {library}',
  because: 'Failed: {reason}',
})

test('a message consists of a code and parameters', () => {
  expect(sample.named({ folder: '/a', library: 'Old books' })).toEqual({
    code: 'test.sample.named' as MessageCode,
    params: { folder: '/a', library: 'Old books' },
  })
})

test('English is rendered from the template', () => {
  expect<string>(renderMessage(sample.plain())).toBe('Nothing to do')
  expect<string>(renderMessage(sample.named({ folder: '/{library}', library: '$1' }))).toBe(
    'The folder /{library} of $1',
  )
  expect<string>(renderMessage(sample.counted({ count: 1, library: 'A' }))).toBe('1 book in A')
  expect<string>(renderMessage(sample.counted({ count: 0, library: 'A' }))).toBe('0 books in A')
})

test('a message among the parameters is rendered, too', () => {
  const message = sample.because({ reason: sample.plain() })
  const sent: unknown = withText(message)
  expect(sent).toEqual({
    message: 'Failed: Nothing to do',
    code: 'test.sample.because',
    params: {
      reason: { message: 'Nothing to do', code: 'test.sample.plain', params: {} },
    },
  })
})

test('an unknown message code is shown unchanged', () => {
  expect<string>(renderMessage({ code: 'gone.away' as MessageCode, params: {} })).toBe('gone.away')
})

test('no code is defined twice', () => {
  expect(() => defineMessages('test.sample', { plain: 'Again' })).toThrow('test.sample.plain')
})

test('src/messages.ts joins the messages of every module', () => {
  const joined = readFileSync(join(root, 'src/messages.ts'), 'utf8')
  const modules = [...new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })]
    .filter((file) => !file.endsWith('messages/message.ts'))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('= defineMessages('))
  expect(modules.length).toBeGreaterThan(10)
  const absent = modules.filter(
    (file) => !joined.includes(`'./${file.slice('src/'.length, -'.ts'.length)}'`),
  )
  expect(absent).toEqual([])
})

test('only a defined message is accepted, no other code or text', () => {
  // @ts-expect-error: a plain string is no code.
  const message: Message = { code: 'test.sample.plain', params: {} }
  // @ts-expect-error: a plain string is no English text of a message.
  const sent: MessageWithText = { ...sample.plain(), message: 'Nothing to do' }
  expect([message.code, sent.code]).toEqual([sample.plain().code, sample.plain().code])
})
