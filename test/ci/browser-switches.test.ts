import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { playwrightFeatures } from '../e2e/switches'

const bundle = join(import.meta.dir, '../../node_modules/playwright-core/lib/coreBundle.js')

test('browser tests switch off what Playwright switches off', async () => {
  const code = await Bun.file(bundle).text()
  const list = /disabledFeatures = \[(.*?)\n\s*\]/s.exec(code)?.[1] ?? ''
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  expect(names).not.toBeEmpty()
  expect(playwrightFeatures).toEqual(names as string[])
})
