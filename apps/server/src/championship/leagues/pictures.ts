import type { LeaguePictureKind } from '@pitboard/contract/leagues/league-pictures'
import type { Insertable } from 'kysely'
import { FILE_BYTES_MAX } from '../../accounts/storage/buckets.ts'
import { markLeftover, markUnfinished, pictureKey } from '../../accounts/storage/files.ts'
import { redrawPicture, formatOf, type Picture } from '../../accounts/storage/picture.ts'
import { StorageError } from '../../accounts/storage/storage-error.ts'
import type { AppContext } from '../../context.ts'
import type { LeaguePictureTable } from '../../platform/db/season-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError, invalidField } from '../../platform/diagnostics/errors.ts'
import { readStoredFile } from '../../platform/files/file-store.ts'
import type { QueueOwner } from '../../platform/limits/fair-queue.ts'

/** A banner fills the width of a page. */
const SIDE_PIXELS_MAX: Readonly<Record<LeaguePictureKind, number>> = {
  thumbnail: 1280,
  banner: 1920,
}
const ETAG_CHARS = 27

/** One of the places for a picture that each league has. */
export interface PicturePlace {
  readonly id: string
  readonly kind: LeaguePictureKind
}

/** A stored picture without a league. */
interface StoredPicture extends Picture {
  readonly fileKey: string
}

export interface LeaguePictures {
  /** Redraws and stores it. Throws a 400 unless it is a picture of the declared type. */
  write(
    kind: LeaguePictureKind,
    base64: string,
    owner: QueueOwner,
    contentType?: string | null,
  ): Promise<StoredPicture>
  /** Makes it a picture of a league; returns its id. */
  attach(db: Db, place: PicturePlace, picture: StoredPicture): Promise<string>
  /** For a picture that no league uses after all. */
  discard(picture: StoredPicture): Promise<void>
  read(fileKey: string): Promise<Buffer | null>
}

export function openLeaguePictures(context: AppContext): LeaguePictures {
  const { files } = context
  return {
    async write(kind, base64, owner, contentType = null) {
      const field = `/${kind}Base64`
      const bytes = decode(base64, field)
      checkType(bytes, '/contentType', contentType ?? '')
      checkType(bytes, field, /^data:([^;,]*)/i.exec(base64)?.[1] ?? '')
      const picture = await draw(bytes, { owner, field, sidePixelsMax: SIDE_PIXELS_MAX[kind] })
      const fileKey = context.newId()
      await markUnfinished(context, fileKey)
      await files.put(pictureKey(fileKey), picture.bytes)
      return { ...picture, fileKey }
    },
    async attach(db, place, { fileKey, contentType, bytes, etag }) {
      const file = { file_key: fileKey, content_type: contentType, bytes: bytes.length }
      const id = etag.slice(0, ETAG_CHARS)
      await setPicture(db, place, { ...file, etag: id })
      return id
    },
    discard: ({ fileKey }) => markLeftover(context, fileKey),
    read: (fileKey) => readStoredFile(files, pictureKey(fileKey)),
  }
}

/** Base64 or a data URL. */
function decode(text: string, field: string): Buffer {
  const base64 = text.replace(/^data:image\/[a-z.+-]+;base64,/i, '').replaceAll(/\s/g, '')
  if (!/^[\w+/-]+={0,2}$/.test(base64)) throw invalidField(field, 'must be a picture as Base64')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > FILE_BYTES_MAX) {
    throw new ApiError(413, `A picture can have at most ${FILE_BYTES_MAX / 1_048_576} MB.`)
  }
  return bytes
}

/** Throws a 400 for bytes of another type than the declared one. */
function checkType(bytes: Buffer, field: string, declared: string): void {
  if (declared.trim() === '') return
  const [, name = ''] = /^image\/(png|jpe?g|webp)\s*(?:;|$)/i.exec(declared.trim()) ?? []
  if (name === '') throw invalidField(field, 'must be image/png, image/jpeg or image/webp')
  const format = formatOf(bytes)
  const isDeclared = format === null || name.toLowerCase().replace('jpg', 'jpeg') === format
  if (!isDeclared)
    throw invalidField(field, `is ${declared.trim()}, but the picture is image/${format}`)
}

interface Drawing {
  readonly owner: QueueOwner
  readonly field: string
  readonly sidePixelsMax: number
}

async function draw(bytes: Buffer, { field, ...drawing }: Drawing): Promise<Picture> {
  try {
    return await redrawPicture(bytes, { format: 'webp', ...drawing })
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (error.code === 'EntityTooLarge') throw new ApiError(413, `${error.message}.`)
    if (error.code === 'SlowDown') throw new ApiError(429, `${error.message}.`)
    throw invalidField(field, error.message)
  }
}

/** Pictures of the latest changes of a league. */
const ARCHIVED_MAX = 10

type PictureFile = Omit<Insertable<LeaguePictureTable>, 'league_id' | 'kind'>

const COLUMNS = ['file_key', 'content_type', 'bytes', 'etag'] as const

/** Makes a file the league's picture of a kind. The clean-up removes the previous file. */
export async function setPicture(
  db: Db,
  { id, kind }: PicturePlace,
  file: PictureFile,
): Promise<void> {
  await db
    .insertInto('league_picture')
    .values({ league_id: id, kind, ...file })
    .onConflict((conflict) => conflict.columns(['league_id', 'kind']).doUpdateSet(file))
    .execute()
  await holdFile(db, file.file_key)
}

/** Removes a picture of the league, but stores it to undo the change that makes `version`. */
export async function archivePicture(
  db: Db,
  { id: leagueId, kind }: PicturePlace,
  version: number,
): Promise<boolean> {
  const file = await db
    .deleteFrom('league_picture')
    .where('league_id', '=', leagueId)
    .where('kind', '=', kind)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!file) return false
  await db
    .insertInto('league_picture_kept')
    .values({ league_id: leagueId, version, ...file })
    .execute()
  await holdFile(db, file.file_key)
  const newest = db
    .selectFrom('league_picture_kept')
    .select('version')
    .where('league_id', '=', leagueId)
    .orderBy('version', 'desc')
    .limit(ARCHIVED_MAX)
  await db
    .deleteFrom('league_picture_kept')
    .where('league_id', '=', leagueId)
    .where('version', 'not in', newest)
    .execute()
  return true
}

/** The picture that the change of a version removed; undefined if it is no longer stored. */
export async function takeArchivedPicture(
  db: Db,
  leagueId: string,
  version: number,
): Promise<PictureFile | undefined> {
  return db
    .deleteFrom('league_picture_kept')
    .where('league_id', '=', leagueId)
    .where('version', '=', version)
    .returning(COLUMNS)
    .executeTakeFirst()
}

/** A trigger has queued it for the clean-up when its previous row was deleted. */
async function holdFile(db: Db, fileKey: string): Promise<void> {
  await db.deleteFrom('storage_leftover').where('file_key', '=', fileKey).execute()
}
