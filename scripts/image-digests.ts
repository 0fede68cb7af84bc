import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDigest } from './image-digests/registry.ts'
import { IMAGE_FILES, listImages } from './image-digests/references.ts'
import { runWithoutArguments } from './run-without-arguments.ts'

const ROOT = join(import.meta.dirname, '..')
const USAGE = `npm run image-digests   writes the digest that the registry has for each image behind its tag

In ${IMAGE_FILES.join(', ')}. After a change of a version there, and now and then: a tag
gets another digest when its image is built again with newer system packages.`

await runWithoutArguments(USAGE, async () => {
  for (const file of IMAGE_FILES) {
    const path = join(ROOT, file)
    let content = readFileSync(path, 'utf8')
    for (const { image, tag, digest, text } of listImages(content)) {
      const present = await findDigest(image, tag)
      if (present === digest) continue
      content = content.replaceAll(text, `${image}:${tag}@${present}`)
      console.log(`${file}: ${image}:${tag} is ${present} now`)
    }
    writeFileSync(path, content)
  }
  return 0
})
