import type { ReactNode } from 'react'
import { ErrorState, Loading } from '../../../components/feedback/states'
import { usePanels } from '../frame/reader-panels'
import { formatPartFailure } from './part-failure'
import type { LoadedPart } from './use-part'
import { useKeptTyping } from './use-typed-ahead'

interface PanelPartProps<Part> {
  loaded: LoadedPart<Part>
  /** Whether the panel has a field that receives text typed while it was loading. */
  hasField?: boolean
  children(part: Part): ReactNode
}

/** The content of a side panel, which is open before its code is loaded. */
export function PanelPart<Part>({ loaded, hasField = false, children }: PanelPartProps<Part>) {
  const { part, hasFailed, retry } = loaded
  const { close } = usePanels()
  useKeptTyping(hasField && !part && !hasFailed, close)
  if (part !== undefined) return children(part)
  return hasFailed ? (
    <ErrorState reason={formatPartFailure()} retry={() => retryInPanel(retry)} />
  ) : (
    <Loading />
  )
}

/** Retries, and moves the focus to the panel, because the button is removed. */
function retryInPanel(retry: () => void) {
  document.activeElement?.closest('aside')?.focus({ preventScroll: true })
  retry()
}
