import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { changed, readSectionSearch, type Shown } from './section-search'

type Change = { [Name in keyof Shown]: Shown[Name] | undefined }

/**
 * Returns the state of this section, and a function that changes it. A change of page scrolls to
 * the top.
 */
export function useSectionSearch(): readonly [Shown, (change: Change) => void] {
  const shown = readSectionSearch(useSearch({ strict: false }))
  const { section = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const show = (change: Change) =>
    void navigate({
      to: '/settings/$section',
      params: { section },
      // Based on the latest state, because a previous change may not have been rendered yet.
      search: (last) => changed(readSectionSearch(last), change),
      replace: true,
      resetScroll: change.page !== undefined,
    })
  return [shown, show]
}
