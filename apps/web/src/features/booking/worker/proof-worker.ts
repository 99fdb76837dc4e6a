import type { ProofChallenge } from '@dayloom/contracts';
import { computeProof } from './proof.ts';

addEventListener('message', ({ data }: MessageEvent<ProofChallenge>) => postMessage(computeProof(data)));
