/** Quire's icons: lines on a 24 px grid, in the color of the text. */
import type { SVGProps } from 'react'

type Props = Omit<SVGProps<SVGSVGElement>, 'size'> & { size?: number }
export type Icon = (props: Props) => React.JSX.Element

const icon =
  (path: string, more?: SVGProps<SVGSVGElement>): Icon =>
  ({ size = 20, ...rest }) => (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...more}
      {...rest}
    >
      <path d={path} />
    </svg>
  )

/** Mirrored in languages that are written from right to left: see base.css. */
const mirrored = { 'data-mirrored': true } as SVGProps<SVGSVGElement>

export const HomeIcon = icon('M3 11l9-7 9 7v8a2 2 0 0 1-2 2h-4v-6H9v6H5a2 2 0 0 1-2-2z')
export const BookmarkIcon = icon('M6 3h12v18l-6-4.5L6 21z')
export const BellIcon = icon('M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4')
export const InboxIcon = icon('M4 13l3-8h10l3 8v6H4zM4 13h5a3 3 0 0 0 6 0h5')
export const LayersIcon = icon('M12 3l9 5-9 5-9-5zM3 13l9 5 9-5')
export const ListIcon = icon('M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01')
export const GridIcon = icon('M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z')
export const RowsIcon = icon('M4 6h16M4 12h16M4 18h16')
export const SearchIcon = icon('M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4')
export const ArrowUpIcon = icon('M12 19V5M6 11l6-6 6 6')
export const CloseIcon = icon('M6 6l12 12M18 6L6 18')
export const PlusIcon = icon('M12 5v14M5 12h14')
export const CheckIcon = icon('M5 12.5l4.5 4.5L19 7.5', { strokeWidth: 2.2 })
export const ChevronDownIcon = icon('M6 9l6 6 6-6')
export const ChevronStartIcon = icon('M15 5l-7 7 7 7', mirrored)
export const ChevronEndIcon = icon('M9 5l7 7-7 7', mirrored)
export const BackIcon = icon('M19 12H5M11 5l-7 7 7 7', mirrored)
export const MoreIcon = icon('M5 12h.01M12 12h.01M19 12h.01', { strokeWidth: 2.8 })
export const SortIcon = icon('M4 6h10M4 12h7M4 18h4M18 5v14M15 16l3 3 3-3')
export const FilterIcon = icon('M4 6h16M7 12h10M10 18h4')
export const SettingsIcon = icon(
  'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM19.4 13.5a7.6 7.6 0 0 0 0-3l2-1.5-2-3.4-2.3 1a7.6 7.6 0 0 0-2.6-1.5L14.1 2.5h-4.2l-.4 2.6a7.6 7.6 0 0 0-2.6 1.5l-2.3-1-2 3.4 2 1.5a7.6 7.6 0 0 0 0 3l-2 1.5 2 3.4 2.3-1a7.6 7.6 0 0 0 2.6 1.5l.4 2.6h4.2l.4-2.6a7.6 7.6 0 0 0 2.6-1.5l2.3 1 2-3.4z',
)
export const UserIcon = icon(
  'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3.5-6.5 8-6.5s8 2.5 8 6.5',
)
export const BookOpenIcon = icon(
  'M12 6.5C10 5 7 4.5 3 4.5v14c4 0 7 .5 9 2 2-1.5 5-2 9-2v-14c-4 0-7 .5-9 2zM12 6.5v14',
)
export const LockIcon = icon('M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3')
export const UnlockIcon = icon('M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 6.7-1.5')
export const FolderIcon = icon('M3 6h6l2 2.5h10V19H3z')
export const EditIcon = icon('M4 20l1-4L16.5 4.5l3 3L8 19zM14 7l3 3')
export const NoteIcon = icon('M5 4h14v11l-5 5H5zM14 20v-5h5M8.5 8.5h7M8.5 12h4')
export const TrashIcon = icon('M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13')
export const DownloadIcon = icon('M12 4v11M7 11l5 5 5-5M4 20h16')
/** A device on which a book is saved. */
export const OfflineIcon = icon('M7 3h10v18H7zM12 7v6M9.5 11l2.5 2.5 2.5-2.5M11 18h2')
export const UndoIcon = icon('M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3')
export const UploadIcon = icon('M12 16V5M7 9l5-5 5 5M4 20h16')
export const RefreshIcon = icon(
  'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
)
export const WarningIcon = icon('M12 4l9.5 16h-19zM12 10v4.5M12 17.5h.01')
export const InfoIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01')
export const KeyIcon = icon('M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12l9-9M16 7l3 3')
export const SignOutIcon = icon('M14 4h5v16h-5M15 12H4M8 8l-4 4 4 4')
export const FullscreenIcon = icon('M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5')
export const TypeIcon = icon('M3 19L8.5 5 14 19M5 15h7M15 19l3.5-9 3.5 9M16.2 16h4.6')
export const ImageIcon = icon('M4 5h16v14H4zM4 16l5-5 4 4 3-2.5 4 3.5M15 9h.01')
export const StarIcon = icon(
  'M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-2.9L6.7 20l1.1-6L3.4 9.8l6-.8z',
)
export const ChartIcon = icon('M4 20h16M7 20v-7M12 20V5M17 20v-10', { strokeWidth: 2.2 })
export const HeartIcon = icon(
  'M12 20S3.5 15 3.5 9A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2c0 6-8.5 11-8.5 11z',
)
export const KeyboardIcon = icon('M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M8 14h8')
export const UsersIcon = icon(
  'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20c0-3.5 2.9-5.5 6.5-5.5s6.5 2 6.5 5.5M16 5.3a3.5 3.5 0 0 1 0 6.4M18 15c2.2.7 3.5 2.4 3.5 5',
)
export const PinIcon = icon('M9 3h6l-1 7 4 4H6l4-4zM12 14v7')
export const TagIcon = icon('M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01')
export const ClockIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2')
export const HandleIcon = icon('M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01', {
  strokeWidth: 2.6,
})
export const SelectIcon = icon('M4 4h16v16H4zM8.5 12.5l2.5 2.5 4.5-5')
export const DeviceIcon = icon('M3 5h18v11H3zM8 20h8M12 16v4')
export const ShieldIcon = icon('M12 3l8 3v6c0 4.5-3.2 7.6-8 9-4.8-1.4-8-4.5-8-9V6z')
export const MailIcon = icon('M3 6h18v12H3zM3 7l9 6 9-6')
export const CopyIcon = icon('M9 9h11v11H9zM5 15H4V4h11v1')
export const PaletteIcon = icon(
  'M12 3a9 9 0 1 0 0 18c1.5 0 2-1 1.5-2.2-.6-1.4.3-2.8 1.9-2.8H18a3 3 0 0 0 3-3c0-5.5-4-10-9-10zM8 9h.01M12 7h.01M16 9h.01M7 13h.01',
)
export const PlugIcon = icon('M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4')
export const RunIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM10 8.5l6 3.5-6 3.5z')
export const ArchiveIcon = icon('M3 4h18v5H3zM5 9v11h14V9M10 13h4')
export const CleanIcon = icon('M12 3v8M7 11h10v3H7zM6 21l1-7h10l1 7zM10 21v-3M14 21v-3')
export const LogIcon = icon('M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7')
