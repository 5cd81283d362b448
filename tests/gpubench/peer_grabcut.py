#!/usr/bin/env python3
# Times cv2.grabCut from a box on PPM files, to stand beside fretsaw-gpu-bench cut on the same machine.
# usage: peer_grabcut.py PHOTO.ppm@left,top,right,bottom…  (the box in fractions of width and height)
import sys
import time

import cv2
import numpy

ITERATIONS = 5


def cut(argument):
    path, _, box = argument.rpartition("@")
    image = cv2.imread(path)
    if image is None:
        sys.exit(f"{path} cannot be read")
    height, width = image.shape[:2]
    left, top, right, bottom = (float(part) for part in box.split(","))
    rect = (round(left * width), round(top * height), round((right - left) * width), round((bottom - top) * height))
    mask = numpy.zeros((height, width), numpy.uint8)
    models = numpy.zeros((1, 65)), numpy.zeros((1, 65))
    cv2.setRNGSeed(0)
    begin = time.perf_counter()
    cv2.grabCut(image, mask, rect, *models, ITERATIONS, cv2.GC_INIT_WITH_RECT)
    seconds = time.perf_counter() - begin
    print(f"{path} {width * height / 1e6:.2f} MP: cv2 {cv2.__version__} grabCut {seconds:.2f} s", flush=True)


for photo in sys.argv[1:]:
    cut(photo)
