/** Messages for users consist of codes and parameters. Each code is used and translated. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readParts } from '../../.ci/ui-catalogues'
import '../../src/messages'
import { listTemplates } from '../../src/platform/messages/message'

const root = resolve(import.meta.dir, '../..')

interface Schema {
  type?: string
  enum?: unknown[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

/** Names of fields that contain text for users, unless their schema says otherwise. */
const isForPeople =
  /^(?:message|because|problem|warning|explanation|advice|cause)$|(?:reason|error|message)$/i
const exceptions = new Set([
  // These contain identifiers of errors.
  'Error.error',
  'BulkProblem.error',
  // These contain only text. Another member contains the code.
  'Recommendation.reason',
  'LibraryJob.lastRunMessage',
  'ExecutePluginResult.error',
  'ReleaseSource.lastError',
  'Plugin.disabledReason',
  'PluginHealth.disabledReason',
  'PluginStatus.healthCheckError',
  'PluginFailure.errorMessage',
  'UserPluginTask.error',
  'Export.error',
  // These contain the words of a user.
  'DismissRecommendation.reason',
  'SettingChange.changeReason',
  'SettingChanges.changeReason',
  'SettingHistoryEntry.changeReason',
])

test('the API sends messages with code and parameters, never text alone', () => {
  const document: unknown = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'))
  const objects = [...findObjects(document, '')]
  expect(objects.length).toBeGreaterThan(100)
  const plain = objects.flatMap(({ place, properties }) =>
    Object.entries(properties)
      .filter(([name, schema]) => isForPeople.test(name) && isPlainText(schema))
      .filter(([name]) => !(name === 'message' && hasCode(properties)))
      .map(([name]) => `${place}.${name}`),
  )
  expect(plain.filter((member) => !exceptions.has(member))).toEqual([])
  const described = objects.flatMap(({ place, properties }) =>
    Object.entries(properties)
      .filter(([name]) => name !== 'message')
      .filter(([, { description = '' }]) => /in English|for people|for users/i.test(description))
      .map(([name]) => `${place}.${name}`),
  )
  expect(described).toEqual([])
})

const isPlainText = (schema: Schema) =>
  [schema, ...(schema.anyOf ?? [])].some(
    (each) => each.type === 'string' && each.enum === undefined && each.format === undefined,
  )

const hasCode = (properties: Record<string, Schema>) =>
  'params' in properties && ('code' in properties || 'messageCode' in properties)

function* findObjects(
  value: unknown,
  place: string,
): Generator<{ place: string; properties: Record<string, Schema> }> {
  if (typeof value !== 'object' || value === null) return
  const { properties } = value as Schema
  if (typeof properties === 'object') yield { place, properties }
  for (const [name, member] of Object.entries(value)) yield* findObjects(member, name)
}

/** Lists all codes except the samples of other tests, which may run in this process. */
const listCodes = () =>
  new Map([...listTemplates()].filter(([code]) => !code.startsWith('test.sample.')))

test('every code is used', () => {
  const sources = new Map(
    [...new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })]
      .filter((file) => !file.startsWith('src/web/ui/'))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const),
  )
  const text = [...sources.values()].join('\n')
  const defined = [...sources.values()].flatMap((source) => [...findDefinitions(source)])
  expect(defined.map(({ code }) => code).toSorted()).toEqual([...listCodes().keys()].toSorted())
  const unused = defined.filter(
    ({ table, key }) => !new RegExp(String.raw`\b${table}(?:\.${key}\b|\[)`).test(text),
  )
  expect(unused.map(({ code }) => code)).toEqual([])
})

function* findDefinitions(source: string) {
  const tables = /export const (\w+) = defineMessages\('([\w.]+)', \{\n([\s\S]*?)\n\}\)/g
  for (const [, table = '', prefix = '', body = ''] of source.matchAll(tables)) {
    for (const [, key = ''] of body.matchAll(/^ {2}(\w+):/gm)) {
      yield { table, key, code: `${prefix}.${key}` }
    }
  }
}

test.each(['de'])('every code has a translation with the same parameters: %s', (language) => {
  const parts = Object.values(readParts(join(root, 'src/web/ui'), language))
  const words: Record<string, string> = Object.assign({}, ...parts)
  const wrong = [...listCodes()].filter(
    ([code, english]) => getNames(words[code] ?? '') !== getNames(english) || !words[code],
  )
  expect(wrong.map(([code]) => code)).toEqual([])
})

const getNames = (template: string) => {
  const names = [...template.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name]) => name)
  return [...new Set(names)].toSorted().join()
}
