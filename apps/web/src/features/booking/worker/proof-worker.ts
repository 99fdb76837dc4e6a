import type { ProofChallenge } from '@dayloom/contracts';
import { findProof } from './proof.ts';

addEventListener('message', ({ data }: MessageEvent<ProofChallenge>) => postMessage(findProof(data)));
