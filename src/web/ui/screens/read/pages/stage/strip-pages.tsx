/** Images of a strip. Only those near the viewport are rendered. */
import { memo, Suspense, useCallback, useContext, useEffect, useState } from 'react'
import type { Schemas } from '../../../../api/client'
import { classes } from '../../../../components/class-names'
import { t } from '../../../../i18n/i18n'
import { buildPageUrl, toJpegUrl, type Wanted } from '../images/page-images'
import reader from '../../reader.module.css'
import { PageLayersContext } from '../pdf/layer/page-layers'
import { PageProblem } from './page-problem'
import styles from './strip.module.css'

type BookPage = Schemas['BookPage']

/** Number of pages in a group. Scrolling mounts only a few groups. */
const perBundle = 8

interface StripPagesProps extends Wanted {
  pages: readonly BookPage[]
  /** The current page. */
  page: number
}

export function StripPages({ pages, page, quality, screenWidth }: StripPagesProps) {
  const current = Math.floor((page - 1) / perBundle)
  const [first] = useState(page)
  const [isBegun, setBegun] = useState(false)
  // A stable function, so that groups are not rendered again.
  const begin = useCallback(() => setBegun(true), [])
  return Array.from({ length: Math.ceil(pages.length / perBundle) }, (_none, index) => (
    <Bundle
      key={index}
      pages={pages}
      index={index}
      quality={quality}
      screenWidth={screenWidth}
      // Other pages wait until the first visible page has loaded.
      only={isBegun ? null : first}
      onEnd={begin}
      isNear={Math.abs(index - current) <= 1}
    />
  ))
}

interface BundleProps extends Wanted {
  pages: readonly BookPage[]
  index: number
  isNear: boolean
  /** Number of the only page to load, or null for all. */
  only: number | null
  /** Called when a page has been loaded or has failed. */
  onEnd(): void
}

const Bundle = memo(({ pages, index, isNear, only, ...rest }: BundleProps) =>
  pages
    .slice(index * perBundle, (index + 1) * perBundle)
    .map((page) => (
      <StripPage
        key={page.id}
        {...rest}
        page={page}
        isNear={isNear && (only === null || only === page.pageNumber)}
        total={pages.length}
      />
    )),
)

interface StripPageProps extends Wanted {
  page: BookPage
  total: number
  isNear: boolean
  onEnd(): void
}

/** Reserves the known height, so that nothing moves when the image has loaded. */
function StripPage({ page, total, isNear, onEnd, ...wanted }: StripPageProps) {
  const [shape, setShape] = useState(getShape(page))
  const { Layer, onPage, onPicture } = useContext(PageLayersContext)
  useEffect(() => {
    if (isNear) onPage(page.pageNumber)
  }, [isNear, onPage, page.pageNumber])
  return (
    <div
      className={styles.page}
      data-page={page.pageNumber}
      style={{ aspectRatio: shape, ...(Layer && { position: 'relative' }) }}
    >
      {isNear && (
        <Picture
          address={buildPageUrl(page, wanted)}
          bookId={page.bookId}
          page={page.pageNumber}
          words={t('Page {number} of {total}', { number: page.pageNumber, total })}
          onEnd={() => {
            onPicture(page.pageNumber)
            onEnd()
          }}
          onShape={page.width === null ? setShape : undefined}
        />
      )}
      {Layer && isNear && (
        <Suspense>
          <Layer page={page} />
        </Suspense>
      )}
    </div>
  )
}

const getShape = ({ width, height }: BookPage) => (width && height ? width / height : 2 / 3)

interface PictureProps {
  address: string
  bookId: string
  page: number
  words: string
  onEnd(): void
  onShape: ((shape: number) => void) | undefined
}

function Picture({ address, bookId, page, words, onEnd, onShape }: PictureProps) {
  const [attempt, setAttempt] = useState<'usual' | 'asJpeg' | 'failed'>('usual')
  if (attempt === 'failed') {
    return (
      <div className={classes(styles.unreadable, reader.onPaper)} role="alert">
        <PageProblem bookId={bookId} page={page} retry={() => setAttempt('usual')} />
      </div>
    )
  }
  return (
    <img
      key={attempt}
      src={attempt === 'usual' ? address : toJpegUrl(address)}
      decoding="async"
      alt={words}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
        onShape?.(naturalWidth / Math.max(1, naturalHeight))
        onEnd()
      }}
      onError={() => {
        setAttempt(attempt === 'usual' ? 'asJpeg' : 'failed')
        if (attempt !== 'usual') onEnd()
      }}
    />
  )
}
