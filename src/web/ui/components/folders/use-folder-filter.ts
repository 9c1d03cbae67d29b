/** Filters subfolders by the typed text. Searches on the server if the list is incomplete. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client'
import { foldText } from '../../i18n/fold-text'
import { useDebounced } from '../use-debounced'
import { isTop } from './folder-paths'
import { folderQuery } from './folder-queries'

type Folder = Schemas['Folder']
type Entry = Folder['entries'][number]

/** Lists with fewer subfolders do not need a filter. */
const fewest = 12
const typingMs = 200

export function useFolderFilter(path: string, folder: Folder | undefined) {
  const [typed, setTyped] = useState('')
  const words = typed.trim()
  const isCut = folder?.truncated ?? false
  const { found, isSearching } = useSearched(path, isCut ? words : '')
  const known = found ?? folder
  const wanted = foldText(words)
  const fits = ({ name }: Entry) => foldText(name).includes(wanted)
  return {
    words: typed,
    setWords: setTyped,
    hasFilter: isCut || (folder?.entries.length ?? 0) >= fewest,
    entries: moveSystemFoldersLast(path, known?.entries ?? []).filter(fits),
    isCut: known?.truncated ?? false,
    isSearching,
  }
}

/** Searches on the server. Without text, no request is sent. */
function useSearched(path: string, words: string) {
  const settled = useDebounced(words, typingMs)
  const isAsked = words !== '' && settled !== ''
  const { data } = useQuery({
    ...folderQuery(path, settled),
    enabled: isAsked,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const found = isAsked ? data : undefined
  return { found, isSearching: words !== '' && (words !== settled || !found) }
}

/** System folders at the root, which never contain books. */
const systemFolders =
  /^(bin|boot|etc|lib|lib32|lib64|libx32|lost\+found|opt|root|run|sbin|snap|tmp|usr|var)$/

function moveSystemFoldersLast(path: string, entries: readonly Entry[]): readonly Entry[] {
  if (!isTop(path)) return entries
  const isSystemFolder = ({ name }: Entry) => systemFolders.test(name)
  return [...entries.filter((entry) => !isSystemFolder(entry)), ...entries.filter(isSystemFolder)]
}
