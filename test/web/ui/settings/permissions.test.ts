import { expect, test } from 'bun:test'
import { resolve } from 'node:path'

const source = resolve(import.meta.dir, '../../../../src')
const labels = 'web/ui/screens/settings/permissions/permission-labels.ts'

test('I26: every listed permission is required by some feature of the server', async () => {
  const code: string[] = []
  for await (const path of new Bun.Glob('**/*.ts').scan(source)) {
    if (/^(accounts\/permissions|web\/ui)\//.test(path)) continue
    code.push(await Bun.file(resolve(source, path)).text())
  }
  const list = await Bun.file(resolve(source, labels)).text()
  const listed = [...list.matchAll(/permission: ('[a-z-]+:[a-z-]+')/g)].map(([, name]) => name!)
  expect(listed.length).toBeGreaterThan(20)
  expect(listed.filter((name) => !code.some((text) => text.includes(name)))).toEqual([])
})
