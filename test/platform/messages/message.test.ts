import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineMessages, renderMessage, withText } from '../../../src/platform/messages/message'

const root = resolve(import.meta.dir, '../../..')
const sample = defineMessages('test.sample', {
  plain: 'Nothing to do',
  named: 'The folder {folder} of {library}',
  counted: '{count, plural, one {# book} other {# books}} in {library}',
  because: 'Failed: {reason}',
})

test('a message consists of a code and parameters', () => {
  expect(sample.named({ folder: '/a', library: 'Old books' })).toEqual({
    code: 'test.sample.named',
    params: { folder: '/a', library: 'Old books' },
  })
})

test('English is rendered from the template', () => {
  expect(renderMessage(sample.plain())).toBe('Nothing to do')
  expect(renderMessage(sample.named({ folder: '/{library}', library: '$1' }))).toBe(
    'The folder /{library} of $1',
  )
  expect(renderMessage(sample.counted({ count: 1, library: 'A' }))).toBe('1 book in A')
  expect(renderMessage(sample.counted({ count: 0, library: 'A' }))).toBe('0 books in A')
})

test('a message among the parameters is rendered, too', () => {
  const message = sample.because({ reason: sample.plain() })
  expect(withText(message)).toEqual({
    message: 'Failed: Nothing to do',
    code: 'test.sample.because',
    params: {
      reason: { message: 'Nothing to do', code: 'test.sample.plain', params: {} } as never,
    },
  })
})

test('a stored code of another version is shown as it is', () => {
  expect(renderMessage({ code: 'gone.away', params: {} })).toBe('gone.away')
})

test('no code is defined twice', () => {
  expect(() => defineMessages('test.sample', { plain: 'Again' })).toThrow('test.sample.plain')
})

test('src/messages.ts joins the messages of every module', () => {
  const joined = readFileSync(join(root, 'src/messages.ts'), 'utf8')
  const modules = [...new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })]
    .filter((file) => !file.startsWith('src/cli/') && !file.endsWith('messages/message.ts'))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('= defineMessages('))
  expect(modules.length).toBeGreaterThan(10)
  const absent = modules.filter(
    (file) => !joined.includes(`'./${file.slice('src/'.length, -'.ts'.length)}'`),
  )
  expect(absent).toEqual([])
})
