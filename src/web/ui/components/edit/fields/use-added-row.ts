import { useLayoutEffect, useRef } from 'react'

/** A list of suggestions keeps a hidden field of its own. */
const typed = 'input:not([aria-hidden=true])'

/**
 * Rows that a button adds: the first field of a new one has the focus as soon as it is drawn. In the frame
 * after, who is quick has typed past it or is in another field already.
 */
export function useAddedRow(fieldsInRow: number) {
  const rows = useRef<HTMLDivElement>(null)
  const isAdded = useRef(false)
  useLayoutEffect(() => {
    if (!isAdded.current) return
    isAdded.current = false
    const fields = [...(rows.current?.querySelectorAll<HTMLInputElement>(typed) ?? [])]
    fields.at(-fieldsInRow)?.focus()
  })
  const added = () => {
    isAdded.current = true
  }
  return { rows, added }
}
