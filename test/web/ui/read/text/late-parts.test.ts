import { expect, test } from 'bun:test'
import { SectionLoader } from '../../../../../src/web/ui/screens/read/text/engine/book/section-loader'

test('a late part is requested again and reported as delayed', async () => {
  let isThere = false
  let asked = 0
  const sectionLoader = new SectionLoader(async () => {
    asked += 1
    return isThere ? 'c2.xhtml?as=html' : null
  })
  const late = new Promise<void>((resolve) => void sectionLoader.isLate.watch(resolve))
  const arrived = sectionLoader.find('c2.xhtml')
  await late
  expect(sectionLoader.isLate.get()).toBe(true)
  isThere = true
  sectionLoader.retry()
  expect(await arrived).toBe('c2.xhtml?as=html')
  expect(sectionLoader.isLate.get()).toBe(false)
  expect(asked).toBe(2)
})

test('a part that was requested early is not requested again', async () => {
  const asked: string[] = []
  const sectionLoader = new SectionLoader(async (address) => {
    asked.push(address)
    return address
  })
  await sectionLoader.prefetch('c1.xhtml')
  expect(await sectionLoader.find('c1.xhtml')).toBe('c1.xhtml')
  expect(asked).toEqual(['c1.xhtml'])
  // It may have changed since.
  await sectionLoader.find('c1.xhtml')
  expect(asked).toEqual(['c1.xhtml', 'c1.xhtml'])
})

test('an early request waits while the other page of a spread is requested', async () => {
  const asked: string[] = []
  const sectionLoader = new SectionLoader(async (address) => {
    asked.push(address)
    return address
  })
  await sectionLoader.prefetch('right.xhtml')
  await sectionLoader.find('left.xhtml')
  expect(await sectionLoader.find('right.xhtml')).toBe('right.xhtml')
  expect(asked).toEqual(['right.xhtml', 'left.xhtml'])
})

test('an early request that failed is reported when the part is needed', async () => {
  let isBroken = true
  const sectionLoader = new SectionLoader(async (address) => {
    if (isBroken) throw new Error('broken')
    return address
  })
  await sectionLoader.prefetch('c1.xhtml')
  isBroken = false
  await expect(sectionLoader.find('c1.xhtml')).rejects.toThrow('broken')
  expect(await sectionLoader.find('c1.xhtml')).toBe('c1.xhtml')
})
