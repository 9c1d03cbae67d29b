import { expect, test } from 'bun:test'
import { getLibraryColor } from '../../../../src/web/ui/components/library-color'

test('twelve libraries have twelve colors, and a new one changes no other', () => {
  // Ids grow with time.
  const libraries = Array.from({ length: 12 }, (_, i) => ({
    id: `0198-${String(i).padStart(2, '0')}`,
  }))
  const listColors = (count: number) =>
    libraries.slice(0, count).map(({ id }) => getLibraryColor(id, libraries.slice(0, count)))
  expect(new Set(listColors(12)).size).toBe(12)
  expect(listColors(12).slice(0, 5)).toEqual(listColors(5))
  expect(getLibraryColor('unknown', [])).toStartWith('hsl(')
})
