import { expect, test } from 'bun:test'
import {
  refreshedImages,
  cacheImage,
} from '../../../../src/web/ui/components/covers/refreshed-images'

const respond = (words: string, after: Promise<unknown> = Promise.resolve()) => ({
  blob: async () => {
    await after
    return new Blob([words])
  },
})

const getText = async (source: string) =>
  (await fetch(refreshedImages.get().get(source) ?? 'blob:gone')).text()

test('a slow image does not replace newer ones', async () => {
  const gate = Promise.withResolvers<undefined>()
  await cacheImage('/quick', respond('first'))
  const slow = cacheImage('/slow', respond('slow', gate.promise))
  await cacheImage('/quick', respond('second'))
  await cacheImage('/other', respond('other'))
  gate.resolve(undefined)
  await slow
  expect(await getText('/quick')).toBe('second')
  expect(await getText('/other')).toBe('other')
  expect(await getText('/slow')).toBe('slow')
})
