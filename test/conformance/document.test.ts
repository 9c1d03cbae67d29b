/**
 * Checks docs/conformance.md: every test it names exists, and it covers all tables of the
 * specification.
 */
import { expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { type TableName, tables } from './tables'
import { parseTitles, listTestTitles } from './titles'

const path = join(resolve(import.meta.dir, '../..'), 'docs/conformance.md')
const text = await Bun.file(path).text()

interface Section {
  title: string
  rows: { rule: string; tests: string[] }[]
}

const sections: Section[] = text
  .split(/^## /m)
  .slice(1)
  .map((part) => {
    const [title = '', ...lines] = part.split('\n')
    const rows = lines.filter((line) => line.startsWith('| ')).slice(2)
    return { title, rows: rows.map(parseRow) }
  })

function parseRow(line: string) {
  const [rule = '', shown = ''] = line.slice(2, -2).split(' | ')
  return { rule, tests: [...shown.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) }
}

const listRules = (number: string) =>
  sections
    .filter(({ title }) => title.startsWith(`${number} `) || title.startsWith(`${number}. `))
    .flatMap(({ rows }) => rows.map(({ rule }) => rule))

test('every test it names exists', async () => {
  const titles = await listTestTitles()
  const named = sections.flatMap(({ rows }) => rows.flatMap(({ tests }) => tests))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((name) => !titles.has(name))).toEqual([])
})

test('every rule names a test', () => {
  const silent = sections.flatMap(({ rows }) => rows.filter(({ tests }) => tests.length === 0))
  expect(silent).toEqual([])
})

test('no section of the specification is missing', () => {
  const resources = Array.from({ length: 13 }, (_, i) => `2.${i + 1}`)
  for (const number of ['1', '2', ...resources, '3', '4', '5', '6', '7', '8', '9']) {
    expect([number, listRules(number).length > 0]).toEqual([number, true])
  }
})

test.each<[string, TableName[]]>([
  ['2.1', ['series']],
  ['2.2', ['seriesMetadata']],
  ['2.3', ['alternateTitle']],
  ['2.4', ['externalId']],
  ['2.5', ['externalLink']],
  ['2.6', ['externalRating']],
  ['2.7', ['label']],
  ['2.8', ['author']],
  ['2.9', ['locks']],
  ['2.10', ['bookMetadata', 'award']],
  ['2.11', ['user']],
  ['2.12', ['page', 'pageLinks']],
])('no field of %s is missing', (number, names) => {
  const rules = listRules(number).join('\n')
  const members = names.flatMap((name) => tables[name].map((member) => member.name))
  expect(members.filter((member) => !rules.includes(`\`${member}\``))).toEqual([])
})

test('titles are found with their groups', () => {
  const source = [
    "describe('a group', () => {",
    "  test('is first', () => {})",
    '  test.each([',
    "    ['x', 'y'],",
    "  ])('is %s', () => {})",
    "  test('it\\'s last', () => {})",
    '})',
    "test('alone', () => {})",
  ].join('\n')
  expect(parseTitles(source)).toEqual([
    'a group',
    'a group › is first',
    'a group › is %s',
    "a group › it's last",
    'alone',
  ])
})
