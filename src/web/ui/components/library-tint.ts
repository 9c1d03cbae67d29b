import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query'

const hues = 12

/**
 * Returns the color of a library's tile. The first twelve libraries have different colors, which do
 * not change when a library is added, because IDs ascend.
 */
export function useLibraryTint(id: string): string {
  const { data = [] } = useQuery(apiQuery('/api/v1/libraries'))
  const older = data.filter((library) => library.id < id).length
  // Hues are 150 degrees apart, so that libraries next to each other have very different colors.
  return `hsl(${((older % hues) * 150 + 20) % 360} 36% 34%)`
}
