import { expect, test } from 'bun:test'
import { parseKey } from '../../../src/platform/config/formats'
import { providerTable } from '../../../src/platform/config/options/provider-options'
import { providers } from '../../../src/ingest/providers/providers'

test('settings exist for the built-in providers, and a key for those that take one', () => {
  const listed = Object.entries<{ title: string; keySource?: string }>(providerTable).map(
    ([name, { title, keySource }]) => ({ name, title, takesKey: keySource !== undefined }),
  )
  const builtIn = providers.map(({ name, displayName: title, key }) => ({
    name,
    title,
    takesKey: key !== undefined,
  }))
  const sort = (list: typeof listed) => list.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  expect(sort(listed)).toEqual(sort(builtIn))
})

test('a key can be sent in a header', () => {
  expect(parseKey('a-B_3.x/+=')).toEqual({ value: 'a-B_3.x/+=' })
  for (const wrong of ['two words', 'schlüssel', 'a\r\nb: c', 'a'.repeat(2001)]) {
    expect(parseKey(wrong)).toHaveProperty('error')
  }
})
