/**
 * Length of a list when the user left it. On Back or reload, it determines the height of the page
 * before the first response arrives, so that the scroll position can be restored immediately.
 */
import { useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'

const getKey = (address: string) => `quire-total:${address}`

export function useRememberedTotal(): [number | undefined, (total: number) => void] {
  const address = useRouterState({ select: ({ location }) => location.href })
  const [known, setKnown] = useState<{ address: string; total: number } | null>(null)
  const keep = useCallback(
    (total: number) => {
      sessionStorage.setItem(getKey(address), String(total))
      setKnown({ address, total })
    },
    [address],
  )
  return [known?.address === address ? known.total : read(address), keep]
}

function read(address: string): number | undefined {
  const text = sessionStorage.getItem(getKey(address))
  return text === null ? undefined : Number(text)
}

/** Stores and reports the total as soon as the server returns it. */
export function useReportedTotal(
  total: number | undefined,
  keep: (total: number) => void,
  tell: ((total: number) => void) | undefined,
) {
  useEffect(() => {
    if (total === undefined) return
    keep(total)
    tell?.(total)
  }, [total, keep, tell])
}
