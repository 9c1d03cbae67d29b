import { buildUrl } from '../../api/client'
import { classes } from '../../components/class-names'
import { getPlaceholderColor } from '../../components/covers/cover'
import { type ItemList, type ListKind, listsPath } from '../../components/lists/list-requests'
import styles from './lists.module.css'

interface ListCoverProps {
  kind: ListKind
  list: ItemList
  className?: string | undefined
}

/**
 * Decorative, because the name is next to it. The URL changes with the list, so that the image is
 * reloaded.
 */
export const ListCover = ({ kind, list: { id, updatedAt }, className }: ListCoverProps) => (
  <div
    className={classes(styles.cover, className)}
    style={{ '--tint': getPlaceholderColor(id) } as React.CSSProperties}
  >
    <img
      key={updatedAt}
      src={buildUrl(`${listsPath(kind).slice(1)}/${id}/thumbnail#${updatedAt}`)}
      alt=""
      width={200}
      height={300}
      loading="lazy"
      decoding="async"
    />
  </div>
)
