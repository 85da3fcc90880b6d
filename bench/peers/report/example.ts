import type { Results } from '../results.ts';

/** Invented results for tests. */
export const example: Results = {
    date: '2026-11-16',
    machine: '2 × made up',
    versions: { 'unleash-server': '8.2.0' },
    rounds: 3,
    otherLoad: 0,
    minutes: 12.4,
    tableFlags: 1_000,
    sizes: [
        {
            flags: 1_000,
            rows: [
                {
                    name: 'search',
                    title: 'search, page of 50',
                    wanted: { timesBare: 4 },
                    costs: {
                        peer: { rounds: [40, 39, 90], bytes: 45_000 },
                        embedded: { rounds: [0.3, 0.6, 0.31], bytes: 40_000 },
                        postgres: { rounds: [0.5, 0.5, 0.5], bytes: 40_000 },
                        bare: { rounds: [0.1, 0.2, 0.1], bytes: 40_000 },
                    },
                },
                {
                    name: 'toggle',
                    title: 'toggle, 8 connections',
                    wanted: { embedded: 0.6, postgres: 2 },
                    costs: {
                        peer: { rounds: [9.3], bytes: 0 },
                        embedded: { rounds: [0.7], bytes: 0 },
                        postgres: { rounds: [1.9], bytes: 0 },
                    },
                },
            ],
            servers: {
                peer: { importPerSecond: 23, startSeconds: [4.5], startCpuSeconds: [4.4], memoryMb: 330 },
                embedded: { importPerSecond: 6_000, startSeconds: [0.9], startCpuSeconds: [0.9], memoryMb: 100 },
                postgres: { importPerSecond: 2_000, startSeconds: [1.1], startCpuSeconds: [0.7], memoryMb: 120 },
                bare: { startSeconds: [0.1], startCpuSeconds: [0.1], memoryMb: 60 },
            },
        },
        {
            flags: 20_000,
            rows: [
                {
                    name: 'search',
                    title: 'search, page of 50',
                    wanted: { timesBare: 4 },
                    costs: {
                        embedded: { rounds: [0.4], bytes: 40_000 },
                        postgres: { missing: 'refused (400)' },
                        bare: { rounds: [0.1], bytes: 40_000 },
                    },
                },
            ],
            servers: {
                embedded: { importPerSecond: 7_000, startSeconds: [1], startCpuSeconds: [1], memoryMb: 300 },
                bare: { startSeconds: [0.1], startCpuSeconds: [0.1], memoryMb: 60 },
            },
            peerMissing: 'not loaded: importing would have taken 14 more min',
        },
    ],
    evaluators: [
        { name: 'halyard', perSecond: { 'simple on': 22_200_000, 'all 1,000 flags': 12_345 } },
        { name: 'other', perSecond: { 'simple on': 615_000, 'all 1,000 flags': 334 } },
    ],
};
