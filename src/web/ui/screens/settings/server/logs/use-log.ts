/** Log lines: the newest page, older pages on request, and live lines. */
import { keepPreviousData, useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { buildUrl, api, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { mergeLines } from './merge-lines'

type Line = Schemas['LogLine']
export type Level = Line['level']

interface Question {
  level: Level
  search?: string
}

export interface Lines {
  /** Newest first. */
  lines: readonly Line[]
  isPending: boolean
  error: unknown
  retry: () => void
  /** undefined if there are no earlier lines. */
  older: { show: () => void; isPending: boolean } | undefined
}

const pageSize = 200
const keptLive = 500

export function useLog(question: Question, isLive: boolean): Lines {
  const { pages, showOlder } = usePages(question)
  const [newest] = pages
  const fresh = useTail(question, isLive ? newest?.data?.latestId : undefined)
  const lines = mergeLines([...pages.flatMap(({ data }) => data?.lines ?? []), ...fresh])
  const show = () => showOlder(lines.at(-1)?.id)
  return {
    lines,
    isPending: newest?.isPending === true,
    error: newest?.error,
    retry: () => void newest?.refetch(),
    older: mayBeMore(pages) ? { show, isPending: pages.at(-1)?.isPending === true } : undefined,
  }
}

type Page = UseQueryResult<Schemas['Logs']>

/** Returns false if the last page is not full. */
const mayBeMore = (pages: readonly Page[]) => {
  const last = pages.at(-1)?.data
  return last === undefined || last.lines.length === pageSize
}

/** Loads the newest page, and the older pages requested so far. */
function usePages(question: Question) {
  const key = JSON.stringify(question)
  const [asked, setAsked] = useState<{ key: string; before: readonly number[] }>()
  const before = asked?.key === key ? asked.before : []
  const pages = useQueries({
    queries: [undefined, ...before].map((id) => ({
      ...apiQuery('/api/v1/logs', { params: { query: getPage(question, id) } }),
      // Older lines never change.
      staleTime: id === undefined ? 0 : Infinity,
      ...(id === undefined && { placeholderData: keepPreviousData }),
    })),
  })
  const showOlder = (oldest: number | undefined) => {
    if (oldest !== undefined) setAsked({ key, before: [...before, oldest] })
  }
  return { pages, showOlder }
}

const getPage = (question: Question, before: number | undefined) => ({
  ...question,
  limit: pageSize,
  ...(before !== undefined && { before }),
})

/** Receives live lines after an ID. Lines that were received before a pause are kept. */
function useTail({ level, search }: Question, after: number | undefined): readonly Line[] {
  const question = new URLSearchParams({ level, ...(search && { search }) }).toString()
  const [seen, setSeen] = useState<{ question: string; lines: readonly Line[] }>()
  const isOn = after !== undefined
  const newest = useRef(0)
  newest.current = Math.max(newest.current, after ?? 0)
  useEffect(() => {
    if (!isOn) return undefined
    const add = (lines: readonly Line[]) => {
      newest.current = Math.max(newest.current, ...lines.map(({ id }) => id))
      setSeen((last) => {
        const known = last?.question === question ? last.lines : []
        return { question, lines: [...known, ...lines].slice(-keptLive) }
      })
    }
    const source = new EventSource(buildUrl(`api/v1/logs/stream?${question}`))
    // Fetches lines that were written during a pause or while the connection was lost.
    source.addEventListener('open', () => {
      void missedSince(newest.current, { level, ...(search && { search }) }).then(add)
    })
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      add([JSON.parse(data) as Line])
    })
    return () => source.close()
  }, [question, isOn, level, search])
  return seen?.question === question ? seen.lines : []
}

/**
 * Returns no lines on error. The stream continues, and if it fails as well, EventSource reconnects.
 */
async function missedSince(after: number, question: Question): Promise<readonly Line[]> {
  const query = { ...question, after, limit: keptLive }
  const { data } = await api.GET('/api/v1/logs', { params: { query } })
  return data?.lines ?? []
}
