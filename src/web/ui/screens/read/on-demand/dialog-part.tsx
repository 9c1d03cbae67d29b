import { type ReactNode, useEffect, useRef } from 'react'
import { toast } from '../../../components/feedback/toast'
import type { LazyPart } from '../../../components/menus/lazy-popup'
import { t } from '../../../i18n/i18n'
import { formatPartFailure } from './part-failure'
import { usePart } from './use-part'
import { useKeptTyping } from './use-typed-ahead'

interface DialogPartProps<Part> {
  from: LazyPart<Part>
  /** Whether the dialog has a field that receives text typed while it was loading. */
  hasField?: boolean
  onClose(): void
  children(part: Part): ReactNode
}

/** A dialog that appears when its code is loaded. */
export function DialogPart<Part>(props: DialogPartProps<Part>) {
  const { from, hasField = false, onClose, children } = props
  const { part, hasFailed } = usePart(from)
  const latest = useRef(onClose)
  latest.current = onClose
  useKeptTyping(hasField && !part && !hasFailed, onClose)
  useEffect(() => {
    if (!hasFailed) return
    toast(`${t('Couldn’t load this')}. ${formatPartFailure()}`)
    latest.current()
  }, [hasFailed])
  return part === undefined ? null : children(part)
}
