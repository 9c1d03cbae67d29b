import { expect, test } from 'bun:test'
import {
  refreshedImages,
  cacheImage,
} from '../../../../src/web/ui/components/covers/refreshed-images'

const answer = (words: string, after: Promise<unknown> = Promise.resolve()) => ({
  blob: async () => {
    await after
    return new Blob([words])
  },
})

const wordsAt = async (source: string) =>
  (await fetch(refreshedImages.get().get(source) ?? 'blob:gone')).text()

test('a picture that takes its time leaves those alone that came meanwhile', async () => {
  const gate = Promise.withResolvers<undefined>()
  await cacheImage('/quick', answer('first'))
  const slow = cacheImage('/slow', answer('slow', gate.promise))
  await cacheImage('/quick', answer('second'))
  await cacheImage('/other', answer('other'))
  gate.resolve(undefined)
  await slow
  expect(await wordsAt('/quick')).toBe('second')
  expect(await wordsAt('/other')).toBe('other')
  expect(await wordsAt('/slow')).toBe('slow')
})
