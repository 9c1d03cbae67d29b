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
