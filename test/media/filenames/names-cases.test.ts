import { describe, expect, test } from 'bun:test'
import { parseName } from '../../../src/media/filenames/filenames'
import { groups, type NameCase } from './names-cases'

const all = groups.flatMap(({ cases }) => cases)
const read = ({ name, folder }: NameCase) => parseName(name, folder)

describe.each(groups.map(({ group, cases }) => [group, cases] as const))('%s', (_, cases) => {
  for (const one of cases.filter(({ fails }) => !fails)) {
    test(`reads ${one.name}`, () => {
      expect(read(one)).toMatchObject(one.is)
    })
  }
  // Keeps the list of unsupported names accurate.
  for (const one of cases.filter(({ fails }) => fails)) {
    test(`does not yet read ${one.name}`, () => {
      expect(read(one)).not.toMatchObject(one.is)
    })
  }
})

test('reads at least 97 of 100 names correctly', () => {
  expect(all.length).toBeGreaterThan(500)
  expect(all.filter(({ fails }) => !fails).length / all.length).toBeGreaterThan(0.97)
})

test('gives a reason for every deviation and every failure', () => {
  for (const { ours, fails } of all) {
    expect(ours?.length ?? 20).toBeGreaterThan(15)
    expect(fails?.length ?? 20).toBeGreaterThan(15)
  }
})

test('explains every value it found', () => {
  for (const one of all) {
    const { explain, ...values } = read(one)
    const found = Object.entries(values).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== null && value !== false,
    )
    const explained = explain.map(({ field, value }) => [field, value])
    expect(explained.toSorted()).toEqual(found.toSorted())
  }
})
