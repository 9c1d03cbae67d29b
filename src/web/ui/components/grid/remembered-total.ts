/**
 * How long a list was when it was left. With it the page has its height again on Back or after a reload
 * before the first answer is there, and the place can be restored at once.
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

/** As soon as the server said how many there are, those who keep it and those who show it know. */
export function useToldTotal(
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
