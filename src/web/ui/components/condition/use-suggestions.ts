/**
 * Suggests the most frequent values of a field that contain the typed text, once its input has been
 * focused.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse } from '../../api/client'
import { formatLanguage } from '../../labels/metadata-labels'
import { useDebounced } from '../use-debounced'
import type { Choice, FieldOfCondition } from './condition-fields'

const calmMs = 250
const longest = 100

export function useSuggestions({ name, facet }: FieldOfCondition, typed: string) {
  const [isActive, setActive] = useState(false)
  const words = useDebounced(typed.trim().slice(0, longest), calmMs)
  const { data } = useQuery({
    queryKey: [`/api/v1/${facet ?? 'series'}/list/facets`, name, words],
    queryFn: ({ signal }) => loadValues(facet ?? 'series', { name, words, signal }),
    enabled: isActive && facet !== undefined,
    placeholderData: keepPreviousData,
  })
  const format = (value: string) => (name === 'language' ? formatLanguage(value) : value)
  const suggestions: Choice[] = (data ?? []).map((value) => ({ value, label: format(value) }))
  return { suggestions, start: () => setActive(true) }
}

type Facets = 'genre' | 'tag' | 'publisher' | 'language'

async function loadValues(
  facet: 'series' | 'books',
  { name, words, signal }: { name: string; words: string; signal: AbortSignal },
) {
  const body = { facets: [name as Facets], ...(words && { search: words }) }
  const [found] =
    facet === 'series'
      ? await readResponse(api.POST('/api/v1/series/list/facets', { body, signal }))
      : await readResponse(api.POST('/api/v1/books/list/facets', { body, signal }))
  return (found?.values ?? []).flatMap(({ value }) => (value === null ? [] : String(value)))
}
