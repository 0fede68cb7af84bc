import { fileURLToPath } from 'node:url'
import { compressAssets } from '../apps/web/compress-assets.ts'

await compressAssets(fileURLToPath(new URL('../apps/web/dist', import.meta.url)))
