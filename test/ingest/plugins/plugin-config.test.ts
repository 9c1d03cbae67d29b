/** The settings of plugins and connections: what is missing, unknown or of a wrong type is named. */
import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../src/errors'
import {
  mergeConfig,
  pickPluginConfig,
  readAgreement,
} from '../../../src/ingest/connections/connection-config'
import type { ConfigField, ConfigSchema } from '../../../src/ingest/plugins/manifest'
import {
  checkConfig,
  checkHosts,
  checkPermissions,
  checkReachable,
} from '../../../src/ingest/plugins/plugin-config'
import { createTestConfig } from '../../support/server'

const field = (key: string, more: Partial<ConfigField> = {}): ConfigField => ({
  key,
  label: key,
  description: null,
  type: 'string',
  required: false,
  default: null,
  example: null,
  ...more,
})
const schema: ConfigSchema = {
  description: null,
  fields: [
    field('name', { required: true }),
    field('count', { type: 'number' }),
    field('usual', { required: true, default: 'x' }),
  ],
}

/** Returns the names of what is refused. */
function findPaths(work: () => unknown): string[] | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.details?.map(({ path }) => path)
  }
}

describe('the settings of a plugin', () => {
  test.each<[object, string[] | undefined]>([
    [{ name: 'a' }, undefined],
    [{ name: 'a', count: 1, usual: 'y' }, undefined],
    [{}, ['config.name']],
    [{ name: '' }, ['config.name']],
    [{ name: null }, ['config.name']],
    [{ name: 1 }, ['config.name']],
    [{ name: 'a', count: '1', other: 1 }, ['config.count', 'config.other']],
    [{ name: 'a', count: null }, undefined],
  ])('%j', (config, paths) => {
    expect(findPaths(() => checkConfig({ ...config }, schema))).toEqual(paths)
  })

  test('are those that were given', () => {
    expect(checkConfig({ name: 'a', count: null, usual: '' }, schema)).toEqual({ name: 'a' })
    expect(checkConfig({}, null)).toEqual({})
    expect(findPaths(() => checkConfig({ a: 1 }, undefined))).toEqual(['config.a'])
  })

  test('have at most 64 KB', () => {
    const sized = (bytes: number) => ({ name: 'x'.repeat(bytes - 11) })
    expect(findPaths(() => checkConfig(sized(65_536), schema))).toBeUndefined()
    expect(findPaths(() => checkConfig(sized(65_537), schema))).toEqual(['config'])
  })
})

test('permissions are known ones, each once', () => {
  expect(checkPermissions(['metadata:write:tags', 'metadata:write:tags'])).toEqual([
    'metadata:write:tags',
  ])
  expect(findPaths(() => checkPermissions(['metadata:write:tags', 'all']))).toEqual([
    'permissions.1',
  ])
})

test('hosts are names or addresses, without usual ports, each once', () => {
  expect(checkHosts([' A.example:443', 'a.example', 'b.example:80', '[::1]:8080'])).toEqual([
    'a.example',
    'b.example',
    '[::1]:8080',
  ])
  const wrongPorts = ['a:123456', 'a:99999', 'a:65536', 'a:0', 'a:00000', '[::1]:65536']
  const wrong = ['https://a.example', 'a b', '-a', 'a-', '', ...wrongPorts, 'a'.repeat(253)]
  expect(findPaths(() => checkHosts(wrong))).toEqual(wrong.map((_, place) => `hosts.${place}`))
  expect(checkHosts(['a'.repeat(252)])).toHaveLength(1)
  expect(checkHosts(['a:1', 'a:65535'])).toEqual(['a:1', 'a:65535'])
})

test('hosts that requests would not reach are refused, unless they are known or allowed', async () => {
  const config = createTestConfig({ 'plugins.private_hosts': '10.0.0.5' })
  const check = async (hosts: string[], known: string[] = []) => {
    try {
      await checkReachable({ config }, hosts, known)
      return undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.details?.map(({ path, message }) => [path, message.code])
    }
  }
  expect(await check(['10.0.0.5', '93.184.216.34'])).toBeUndefined()
  expect(await check(['10.0.0.6', '93.184.216.34:8080'])).toEqual([
    ['hosts.0', 'plugins.host_private'],
    ['hosts.1', 'plugins.host_port'],
  ])
  expect(await check(['10.0.0.6'], ['10.0.0.6'])).toBeUndefined()
})

describe('the settings of a connection', () => {
  const ids = (count: number) => Array.from({ length: count }, () => Bun.randomUUIDv7())

  test.each<[object, string[] | undefined]>([
    [{ excludedLibraryIds: ids(500) }, undefined],
    [{ excludedLibraryIds: ids(501) }, ['config.excludedLibraryIds']],
    [{ excludedSeriesIds: ids(1000) }, undefined],
    [{ excludedSeriesIds: ids(1001) }, ['config.excludedSeriesIds']],
    [{ excludedSeriesIds: ['x'] }, ['config.excludedSeriesIds']],
    [{ excludedSeriesIds: 'x' }, ['config.excludedSeriesIds']],
    [{ excludeAdult: true, recommendations: false }, undefined],
    [{ excludeAdult: 'yes' }, ['config.excludeAdult']],
    [{ syncScores: 1, syncNotes: null }, ['config.syncScores']],
    [{ other: 1 }, ['config.other']],
  ])('%#', (changes, paths) => {
    expect(findPaths(() => mergeConfig({}, { ...changes }, null))).toEqual(paths)
  })

  test('null resets one, and the others are kept', () => {
    expect(mergeConfig({ excludeAdult: true, syncNotes: true }, { syncNotes: null }, null)).toEqual(
      { excludeAdult: true },
    )
  })

  test('of a plugin are checked when one of them changes', () => {
    const before = { excludeAdult: true, name: 'a', gone: 1 }
    expect(mergeConfig(before, { count: 2 }, schema)).toEqual({
      excludeAdult: true,
      name: 'a',
      count: 2,
    })
    expect(mergeConfig(before, { excludeAdult: false }, schema)).toEqual({
      excludeAdult: false,
      name: 'a',
      gone: 1,
    })
    expect(findPaths(() => mergeConfig({}, { count: 2 }, schema))).toEqual(['config.name'])
    expect(findPaths(() => mergeConfig({}, { excludeAdult: true }, schema))).toBeUndefined()
    expect(findPaths(() => mergeConfig(before, { unknown: 2 }, schema))).toEqual(['config.unknown'])
  })

  test('a plugin gets only its own, and ratings and notes are synced only if that is on', () => {
    expect(pickPluginConfig({ excludeAdult: true, recommendations: true, name: 'a' })).toEqual({
      name: 'a',
    })
    expect(readAgreement({})).toEqual({ scores: false, notes: false })
    expect(readAgreement({ syncScores: true })).toEqual({ scores: true, notes: false })
    expect(readAgreement({ syncNotes: true })).toEqual({ scores: false, notes: true })
  })
})
