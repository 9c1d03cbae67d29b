/** Says that the text of a highlight is gone, after the file has changed. */
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'
import { findPassage, getPageOfPassage } from './layer/passages'
import { pageTextQuery } from './layer/page-text-query'
import { useNear } from './layer/use-near'

export function LostPassage({ highlight }: { highlight: Schemas['Highlight'] }) {
  const place = useRef<HTMLElement>(null)
  const isNear = useNear(place)
  const { data, error } = useQuery({
    ...pageTextQuery(highlight.bookId, getPageOfPassage(highlight.locator)),
    enabled: isNear,
    retry: false,
  })
  const text = data?.lines.map((line) => line.text).join(' ')
  const isPageGone = (error as { status?: number } | null)?.status === 404
  const isGone = isPageGone || (text !== undefined && !findPassage(text, highlight.locator))
  return <small ref={place}>{isGone && t('This text is no longer on its page')}</small>
}
